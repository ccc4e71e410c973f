#!/usr/bin/env python3
"""Says whether vectors.json notices mistakes in a reader.

    python3 mutants.py ../../vectors.json

makes one mistake at a time in `reader.py`, at least one for each limit and each "must refuse" of
SPEC.md, and reads the vectors with it. It prints which vector notices each mistake, and fails if none
does. Kinds with ciphers are slow, so they are read last.
"""

import json
import multiprocessing
import os
import re
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# What stands in the reader, once, and the mistakes that may stand there instead.
MISTAKES = [
    # Section 1.
    ("MAX = 2**63 - 1\n", "MAX = 2**63\n", "MAX = 2**63 - 2\n", "MAX = 2**64 - 1\n"),
    # Section 2: epochs.
    (r'r"(?:T([0-9]{2})', r'r"(?:[T ]([0-9]{2})', r'r"(?:[Tt]([0-9]{2})'),
    (r"(?:\.([0-9]{1,3}))?Z)?", r"(?:\.([0-9]{1,4}))?Z)?", r"(?:\.([0-9]{0,3}))?Z)?", r"(?:\.([0-9]{3}))?Z)?"),
    (r"1,3}))?Z)?", r"1,3}))?Z?)?", r"1,3}))?(?:Z|\+00:00))?", r"1,3}))?[Zz])?"),
    ('r"([0-9]{4})-', 'r"([0-9]{4,5})-', r'r"(\d{4})-'),
    ("(year % 100 != 0 or year % 400 == 0)", "True", "year % 100 != 0"),
    ("1 <= month <= 12", "1 <= month <= 13"),
    ("1 <= day <=", "0 <= day <="),
    ("<= days_of_month(year, month), ", "<= 31, "),
    ("hour < 24", "hour <= 24"),
    ("minute < 60", "minute <= 60"),
    ("second < 60", "second <= 60"),
    ('.ljust(3, "0"))', '.rjust(3, "0"))'),
    # Section 2: notation.
    (
        'NAME = r"[A-Za-z][A-Za-z0-9_-]*"',
        'NAME = r"[A-Za-z_][A-Za-z0-9_-]*"',
        'NAME = r"[A-Za-z0-9][A-Za-z0-9_-]*"',
        'NAME = r"[A-Za-z][A-Za-z0-9_-]+"',
        'NAME = r"[A-Za-z][A-Za-z0-9_]*"',
        'NAME = r"[A-Za-z][A-Za-z0-9-]*"',
        'NAME = r"[A-Za-z][A-Za-z0-9_.-]*"',
        'NAME = r"[A-Za-z][A-Za-z_-]*"',
        'NAME = r"[a-z][a-z0-9_-]*"',
        r'NAME = r"[A-Za-z][\w-]*"',
    ),
    ('NUMBER = r"(?:0|[1-9][0-9]*)"', 'NUMBER = r"(?:[0-9]+)"', r'NUMBER = r"(?:0|[1-9]\d*)"', 'NUMBER = r"(?:[1-9][0-9]*)"'),
    ('self.name = named[1] if named else "custom"', 'self.name = named[1] if named else ""'),
    ("must(self.time <= 64,", "must(self.time <= 65,", "must(self.time <= 63,"),
    ("1_735_689_600_000\n", "0\n"),
    ('"-" not in follows[0]', '"-" not in rest'),
    ("(ms|s)\", follows", "(ms|s|m)\", follows", "(ms|s)?\", follows"),
    ("must(1 <= self.tick < 2**32", "must(0 <= self.tick < 2**32", "must(1 <= self.tick <= 2**32", "must(1 <= self.tick < 2**32 - 1", "must(1 <= self.tick < 2**31"),
    ("must(len(self.fields) < 2,", "must(len(self.fields) < 3,"),
    ('name = "sequence" if name == "seq" else name', "name = name"),
    ("must(name not in names, \"notation\")\n            names.add(name)\n            must(int(width)", "names.add(name)\n            must(int(width)"),
    ('names = {"time"}', "names = set()"),
    ("must(int(width) <= 64,", "must(int(width) <= 65,", "must(int(width) <= 63,"),
    ("must(not bare or len(self.fields) == 2,", "must(not bare or len(self.fields) >= 1,"),
    ("self.part_names()) <= 1,", "self.part_names()) <= 2,", "self.part_names()) <= 0,"),
    ('must(rest.startswith("@"), "notation")\n', ""),
    ('must(field in ("node", "sequence"), "notation")', 'must(field != "time", "notation")'),
    ("must(1 <= width <= 32,", "must(0 <= width <= 32,", "must(1 <= width <= 31,"),
    (
        'must(name not in ("time", "node", "sequence", "seq"), "notation")',
        'must(name not in ("time", "sequence", "seq"), "notation")',
        'must(name not in ("time", "node", "seq"), "notation")',
        'must(name not in ("time", "node", "sequence"), "notation")',
    ),
    ("must(name not in names, \"notation\")\n            names.add(name)\n            parts", "names.add(name)\n            parts"),
    ("for _, width in parts) <= 32,", "for _, width in parts) <= 33,", "for _, width in parts) <= 31,"),
    # Section 2: limits, and which of them is reported.
    (
        "must(not 0 < self.epoch < 9_936_000_000,",
        "must(not 0 <= self.epoch < 9_936_000_000,",
        "must(not 1 < self.epoch < 9_936_000_000,",
        "must(not 0 < self.epoch <= 9_936_000_000,",
        "must(not 0 < self.epoch < 9_935_999_999,",
        "must(not self.epoch < 9_936_000_000,",
    ),
    (
        'must(not 0 < self.epoch < 9_936_000_000, "epoch-in-seconds")\n        must(self.time > 0, "no-time-bits")',
        'must(self.time > 0, "no-time-bits")\n        must(not 0 < self.epoch < 9_936_000_000, "epoch-in-seconds")',
        'must(not 0 < self.epoch < 9_936_000_000, "epoch-in-seconds")',
    ),
    ('must(width.get("node", 0) <= 32,', 'must(width.get("node", 0) <= 33,', 'must(width.get("node", 0) <= 31,'),
    ('must(width.get("sequence", 0) <= 32,', 'must(width.get("sequence", 0) <= 33,', 'must(width.get("sequence", 0) <= 31,'),
    (
        'must(width.get("node", 0) <= 32, "node-too-wide")\n        must(width.get("sequence", 0) <= 32, "sequence-too-wide")',
        'must(width.get("sequence", 0) <= 32, "sequence-too-wide")\n        must(width.get("node", 0) <= 32, "node-too-wide")',
    ),
    (
        'or 1 <= width[name] <= 32, "caller-width")',
        'or 0 <= width[name] <= 32, "caller-width")',
        'or 1 <= width[name] <= 33, "caller-width")',
        'or 1 <= width[name] <= 31, "caller-width")',
    ),
    ("must(self.time + self.low <= 64,", "must(self.time + self.low <= 65,", "must(self.time + self.low <= 63,"),
    ('must(name != field or not wrong, f"{field}-fields")', "pass", 'must(name == "node" or not wrong, f"{name}-fields")', 'must(name != "node" or not wrong, f"{name}-fields")'),
    ("2 ** (self.time - (self.time + self.low == 64))", "2 ** self.time"),
    ("must(self.end < 2**63,", "must(self.end <= 2**63,", "must(self.end < 2**63 - 1,", "must(self.end < 2**64,"),
    # Section 2: what a writer omits.
    ('yield from parts or ([(name, bits)] if bits else [])', "yield from parts or [(name, bits)]", "yield from [(name, bits)] if bits else []"),
    ('"" if self.name == "custom" else', '"" if False else'),
    ("if self.tick % 1_000 == 0:", "if False:"),
    ("elif self.tick > 1:", "elif self.tick > 0:"),
    ('            if bits:\n                text += f"/{name}', '            if True:\n                text += f"/{name}'),
    ("    if rest == 0:\n        return date", "    if False:\n        return date"),
    (".{milli:03}Z", ".{milli}Z"),
    ('date = f"{year:04}-', 'date = f"{year}-'),
    # Section 2: IDs.
    ("must(timestamp < self.ticks,", "must(timestamp <= self.ticks,", "must(timestamp < self.ticks - 1,"),
    ('must(not self.counter or self.value(id, "sequence") % 2**self.counter, "not-in-layout")', "pass", 'must(not self.counter or self.value(id, "sequence"), "not-in-layout")'),
    (
        "(reference - first) // period * period",
        "(reference - first - 1) // period * period",
        "(reference - first + period - 1) // period * period",
        "int((reference - first) / period) * period",
        "max(reference - first, 0) // period * period",
        "0",
    ),
    # Section 2: ranges.
    ("must(not self.periodic, \"periodic\")", "pass"),
    ("-((self.epoch - instant) // self.tick)", "(instant - self.epoch) // self.tick", "(instant - self.epoch) // self.tick + 1"),
    ("self.tick), 0), self.ticks)", "self.tick), 0), self.ticks - 1)", "self.tick), 0), self.ticks + 1)", "self.tick), 1), self.ticks)"),
    ("max(first << self.low, 1)", "first << self.low"),
    ("(end << self.low) - 1\n", "end << self.low\n"),
    ("must(first <= last, \"empty\")", "must(first < last, \"empty\")", "pass"),
    # Section 3: alphabets and widths.
    ('BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"', 'BASE32 = "0123456789ABCDEFGHJKLMNPQRSTVWXY"', 'BASE32 = "0123456789ABCDEFGHIJKLMNOPQRSTUV"'),
    ('BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"', 'BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"'),
    ('"decimal": (DECIMAL, None)', '"decimal": (DECIMAL, 19)'),
    ('(BASE62, 11)', '(BASE62, None)', '(BASE62, 12)'),
    ('(BASE32, 13)', '(BASE32, None)', '(BASE32, 14)'),
    ('(HEX, 16)', '(HEX, None)', '(HEX, 15)'),
    # Section 3: which texts are refused, and why.
    ('    must(text, "empty")\n    must(text.startswith', '    must(text.startswith'),
    ('    must(text.startswith(prefix), "prefix")\n', "", '    must(text.lower().startswith(prefix.lower()), "prefix")\n'),
    ("if len(searched) > longest:", "if len(searched) >= longest:", "if len(searched) > longest + 1:", "if True:", "if False:"),
    ("searched = searched[:40]", "searched = searched[:39]", "searched = searched[:41]"),
    ('searched.decode(errors="ignore")', 'searched.decode(errors="replace")'),
    ('must(all(is_digit(at, digit) for at, digit in enumerate(searched)), "character")', "pass"),
    ('must(digits and width in (None, length_of(digits)), "length")', 'must(digits, "length")', 'must(width in (None, length_of(digits)), "length")', 'must(digits and (width is None or width <= length_of(digits)), "length")', 'must(digits and (width is None or width >= length_of(digits)), "length")', 'must(digits and length_of(digits) <= (width or 19), "length")'),
    ('    must(width or digits == "0" or digits[0] != "0", "leading-zero")\n', "", '    must(width or digits[0] != "0", "leading-zero")\n'),
    (
        '    must(width or digits == "0" or digits[0] != "0", "leading-zero")\n    must(digits.strip("0"), "zero")\n',
        '    must(digits.strip("0"), "zero")\n    must(width or digits == "0" or digits[0] != "0", "leading-zero")\n',
        '    must(width or digits == "0" or digits[0] != "0", "leading-zero")\n',
    ),
    ('    must(value <= largest, "too-large")\n    return value', '    return value', '    must(value <= largest or width, "too-large")\n    return value', '    must(value <= largest or not width, "too-large")\n    return value', '    must(value <= MAX, "too-large")\n    return value', "    return value % 2**63"),
    ("    return len(text.encode())", "    return len(text)"),
    # Section 3: prefixes.
    ('    must(prefix, "empty")\n', '    must(prefix, "start")\n'),
    ("must(length_of(prefix) <= 16,", "must(length_of(prefix) <= 17,", "must(length_of(prefix) <= 15,", "must(len(prefix) <= 16,"),
    ('must(re.match("[A-Za-z]", prefix)', 'must(re.match("[A-Za-z0-9]", prefix)', 'must(re.match("[A-Za-z_]", prefix)', r'must(re.match("[^\W0-9_]", prefix)', 'must(re.match("[a-z]", prefix)'),
    ('must(re.fullmatch("[A-Za-z0-9_-]*", prefix)', r'must(re.fullmatch("[\w-]*", prefix)', 'must(re.fullmatch("[A-Za-z0-9_.-]*", prefix)', 'must(re.match("[A-Za-z0-9_-]*$", prefix)', 'must(re.fullmatch("[A-Za-z_-]*", prefix)'),
    ('must(prefix[-1] in "_-"', 'must(prefix[-1] in "_"', 'must(prefix[-1] in "-"', 'must(prefix[-1] in "_-1"'),
    (
        '    must(length_of(prefix) <= 16, "too-long")\n    must(re.match("[A-Za-z]", prefix), "start")\n',
        '    must(re.match("[A-Za-z]", prefix), "start")\n    must(length_of(prefix) <= 16, "too-long")\n',
    ),
    (
        '    must(re.fullmatch("[A-Za-z0-9_-]*", prefix), "character")\n    must(prefix[-1] in "_-", "end")\n',
        '    must(prefix[-1] in "_-", "end")\n    must(re.fullmatch("[A-Za-z0-9_-]*", prefix), "character")\n',
    ),
    # Section 4.
    ('re.fullmatch("-?[0-9]+", value)', 're.fullmatch("[0-9]+", value)', 're.fullmatch("-?[1-9][0-9]*|0", value)', r're.fullmatch("-?[0-9]+(\.0*)?", value)', r're.fullmatch("-?[0-9]+(e0)?", value.lower())'),
    ("must(1 <= int(value) <= largest, \"range\")", "must(0 <= int(value) <= largest, \"range\")", "must(1 <= int(value) < 2**64, \"range\")", "must(1 <= int(value) <= 10 * MAX, \"range\")", "must(int(value) <= largest, \"range\")", "must(1 <= int(value) <= MAX, \"range\")"),
    ('return read_text(value, "decimal", "", largest)', 'return read_text(value, "decimal", "")'),
    ("        must(reads_integers, \"type\")\n", ""),
    ('must(isinstance(value, str), "type")', 'must(isinstance(value, (str, bool)), "type")\n    value = str(value)', 'must(value is not None, "type")\n    value = str(value)', 'must(isinstance(value, (str, type(None))), "type")\n    value = value or ""', 'must(isinstance(value, (str, float)), "type")\n    value = str(value)', 'value = value[0] if isinstance(value, list) and value else value\n    must(isinstance(value, str), "type")'),
    ('if is_number and re.match("[0-9]", value):', "if False:", "if is_number:", r'if is_number and re.match(r"\d", value):', 'if re.match("[0-9]", value):', 'if is_number and re.fullmatch("[0-9]+", value):'),
    # Section 5.
    ("divmod(id, 10**10)", "divmod(id, 10**9)"),
    ("must(1 <= counter <= 922_337_202,", "must(0 <= counter <= 922_337_202,", "must(1 <= counter <= 922_337_203,", "must(1 <= counter <= 922_337_201,"),
    ("*divmod(rest, 10**5)", "*divmod(rest, 10**6)"),
    # Section 6: secrets.
    ("if length_of(text) == 64:", "if length_of(text) >= 64:"),
    ('must(re.fullmatch("[0-9A-Fa-f]{64}", text), "encoding")', 'must(re.fullmatch("[0-9a-f]{64}", text), "encoding")', 'must(re.fullmatch("[0-9A-F]{64}", text), "encoding")'),
    ("def read_key(text):\n", "def read_key(text):\n    text = text.strip()\n", 'def read_key(text):\n    text = text.replace("\\n", "")\n', 'def read_key(text):\n    text = text.removeprefix("0x")\n'),
    ('"([0-9A-Za-z+/]*|[0-9A-Za-z_-]*)(=*)"', '"([0-9A-Za-z+/_-]*)(=*)"', '"([0-9A-Za-z+/]*)(=*)"', '"([0-9A-Za-z_-]*)(=*)"'),
    ("must(len(digits) % 4 != 1 and padding in (0, -len(digits) % 4), \"encoding\")", "must(len(digits) % 4 != 1, \"encoding\")", "must(len(digits) % 4 != 1 and padding in (0, 1, 2), \"encoding\")", "must(len(digits) % 4 != 1 and padding == -len(digits) % 4, \"encoding\")", "must(len(digits) % 4 != 1 and padding == 0, \"encoding\")", "must(padding in (0, -len(digits) % 4), \"encoding\")"),
    ('        must(value % 2**unused == 0, "encoding")\n', ""),
    ('    must(len(key) == 32, "length")\n', "", '    must(len(key) >= 32, "length")\n', '    must(len(key) <= 32, "length")\n', '    must(len(key) in (16, 32), "length")\n'),
    ('    must(any(key), "zero")\n', ""),
    # Section 6: labels.
    ('"label": "label/", "prefix": "", "name": "name/"', '"label": "", "prefix": "", "name": "name/"', '"label": "label/", "prefix": "prefix/", "name": "name/"', '"label": "label/", "prefix": "", "name": ""'),
    # Section 6: sealed texts.
    ('FORMS["base62" if self.encoding == "decimal" else self.encoding]', 'FORMS["hex" if self.encoding == "decimal" else self.encoding]'),
    ("        longest = len(self.prefix) + 2 * width\n", "        longest = 2 * width\n", "        longest = len(self.prefix) + width\n", "        longest = len(self.prefix) + 2 * width + 1\n", "        longest = 0\n"),
    ('must(length_of(digits) == 2 * width, "length")', 'must(length_of(digits) >= 2 * width, "length")', 'must(length_of(digits) <= 2 * width, "length")\n        digits = digits.rjust(2 * width, "0")'),
    ('        must(max(words) < 2**64, "sealed")\n', "        words = [word % 2**64 for word in words]\n", '        must(max(words) < 2**64, "too-large")\n', '        must(words[0] < 2**64, "sealed")\n        words[1] %= 2**64\n', '        must(words[1] < 2**64, "sealed")\n        words[0] %= 2**64\n'),
    ("            if 1 <= id <= MAX:\n                return id, number", "            if 0 <= id <= MAX:\n                return id, number", "            if 1 <= id <= 2**64 - 1:\n                return id, number", "            if 1 <= id % 2**64 <= MAX:\n                return id % 2**64, number", "            if 1 <= id <= MAX and number == 0:\n                return id, number", "            if 1 <= id <= MAX:\n                return id, 0"),
    # Section 6: permuted texts.
    ('re.fullmatch("[A-Z]", digit)', 're.fullmatch("[A-Za-z]", digit)', 're.fullmatch("[A-Z0-9]", digit)', r're.fullmatch(r"[^\Wa-z_0-9]", digit)'),
    (
        '        other = read_number(rest[1:], self.encoding)\n        must(rest[0] in self.letters, "unknown-key")\n',
        '        must(rest[:1] in self.letters, "unknown-key")\n        other = read_number(rest[1:], self.encoding)\n',
        '        other = read_number(rest[1:], self.encoding)\n        if rest[0] not in self.letters: return restore(self.ciphers[0], other), 0\n',
    ),
    ("        number = self.letters.index(rest[0])\n", "        number = 0\n"),
    ("self.prefix + self.letters[0] + write_text", "self.prefix + self.letters[-1] + write_text"),
    # Section 6: rotation.
    ('            if case["plain"]:\n', "            if True:\n", "            if False:\n"),
    # Section 7: the times that fit.
    (
        "range(1_400_000_000_000, 5_694_967_296_000)",
        "range(1_399_999_999_999, 5_694_967_296_000)",
        "range(1_400_000_000_001, 5_694_967_296_000)",
        "range(1_400_000_000_000, 5_694_967_296_001)",
        "range(1_400_000_000_000, 5_694_967_295_999)",
        "range(1_400_000_000_000, 2**48)",
        "range(0, 5_694_967_296_000)",
    ),
    ("else range(2**48)", "else range(2**48 + 1)", "else range(2**48 - 1)", "else range(1, 2**48)", "else range(-2**47, 2**48)", "else range(2**49)"),
    # Section 7: the check.
    (">> max(64 - free, 0)", ">> 0", ">> abs(64 - free)"),
    ("mix(layout.epoch % 2**64)", "mix(layout.epoch % 2**63)", "mix(abs(layout.epoch))", "mix(0)"),
    ("256 * layout.tick", "layout.tick"),
    ("256 * layout.tick + layout.low) % 2**64", "256 * layout.tick) % 2**64"),
    # Section 7: UUIDs.
    ('must(length_of(text) == 36, "length")', 'must(len(text) == 36, "length")', 'must(length_of(text) >= 36, "length")\n    text = text[:36]'),
    ("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", "[0-9a-f-]{36}"),
    ('    must(bits >> 62 & 3 == 2, "variant")\n', "", '    must(bits >> 62 & 2 == 2, "variant")\n'),
    ('    must(bits >> 76 & 15 == 7, "version")\n', "", '    must(bits >> 76 & 7 == 7, "version")\n', '    must(bits >> 76 & 15 in (4, 7), "version")\n'),
    ('    must(bits >> 62 & 3 == 2, "variant")\n    must(bits >> 76 & 15 == 7, "version")\n', '    must(bits >> 76 & 15 == 7, "version")\n    must(bits >> 62 & 3 == 2, "variant")\n'),
    # Section 7: ULIDs and KSUIDs.
    ('must(length_of(text) == width or not text.isascii(), "length")', 'must(length_of(text) == width, "length")', 'must(len(text) == width, "length")', 'must(not text.isascii() or length_of(text) <= width, "length")'),
    ('must(at > 0 or alphabet.index(digit) <= first, "too-large")', "pass"),
    ('must(digit in alphabet, "character")\n        must(at > 0', 'must(all(one in alphabet for one in text), "character")\n        must(at > 0'),
    ('if "a" <= one <= "z" else one', 'if "a" <= one <= "y" else one', 'if False else one'),
    ('upper = "".join(', 'text = text.replace("O", "0")\n        upper = "".join(', 'text = text.replace("I", "1")\n        upper = "".join(', 'text = text.upper()\n        upper = "".join(', 'text = text.replace("L", "1").replace("l", "1")\n        upper = "".join('),
    ("read_digits(upper, BASE32, 26, 7)", "read_digits(upper, BASE32, 26, 31)", "read_digits(upper, BASE32, 26, 6)"),
    ('        must(value < 2**160, "too-large")\n', "        value %= 2**160\n", '        must(value <= 2**160, "too-large")\n', '        must(value < 2**160, "check")\n'),
    ('        must(seconds == (bits >> 80) // 1_000 - 1_400_000_000, "check")\n', ""),
    # Section 7: what is not an ID of the layout.
    ('    must(millis >= layout.epoch, "before-epoch")\n', "", '    must(millis > layout.epoch, "before-epoch")\n'),
    ('must(layout.periodic or millis < layout.end, "after-end")', 'must(layout.periodic or millis <= layout.end, "after-end")', 'must(millis < layout.end, "after-end")', "pass"),
    ('    must(rest == 0, "between-ticks")\n', ""),
    ("ticks % layout.ticks << layout.low", "ticks << layout.low"),
    ("must(1 <= id <= MAX and bits_of(layout, id, millis) == bits, \"check\")", "must(1 <= id <= MAX, \"check\")", "must(bits_of(layout, id, millis) == bits, \"check\")", "must(1 <= id <= MAX, \"zero\")\n    must(bits_of(layout, id, millis) == bits, \"check\")"),
    (
        '    must(millis >= layout.epoch, "before-epoch")\n    must(layout.periodic or millis < layout.end, "after-end")\n    ticks, rest = divmod(millis - layout.epoch, layout.tick)\n    must(rest == 0, "between-ticks")\n',
        '    ticks, rest = divmod(millis - layout.epoch, layout.tick)\n    must(rest == 0, "between-ticks")\n    must(millis >= layout.epoch, "before-epoch")\n    must(layout.periodic or millis < layout.end, "after-end")\n',
    ),
    # Section 8: texts of UUIDs.
    ("HYPHENS = (8, 13, 18, 23)", "HYPHENS = (8, 13, 18, 22)"),
    ('(HEX + "-", 36)', '(HEX, 36)', '(HEX + "ABCDEF-", 36)', '(HEX + "-", 35)', '(HEX + "-", 37)'),
    ("(BASE32.lower(), 26)", "(BASE32, 26)", "(BASE62[:10] + BASE62[36:58], 26)", '(BASE32.lower() + "-", 26)', '(BASE32.lower() + "ilou", 26)', "(BASE32.lower(), 25)"),
    (
        "len(prefix) + width, lambda _, digit: digit in alphabet)\n    must(length_of(digits) == width, \"length\")\n    if form",
        "width, lambda _, digit: digit in alphabet)\n    must(length_of(digits) == width, \"length\")\n    if form",
        "len(prefix) + width + 1, lambda _, digit: digit in alphabet)\n    must(length_of(digits) == width, \"length\")\n    if form",
        "len(prefix) + width, lambda _, digit: digit in alphabet)\n    must(length_of(digits) <= width, \"length\")\n    if form",
        "len(prefix) + width, lambda _, digit: digit in alphabet)\n    must(length_of(digits) >= width, \"length\")\n    if form",
        "len(prefix) + width, lambda _, digit: digit.lower() in alphabet)\n    must(length_of(digits) == width, \"length\")\n    digits = digits.lower()\n    if form",
    ),
    (
        'must([at for at, digit in enumerate(digits) if digit == "-"] == list(HYPHENS), "character")',
        "pass",
        'must(digits.count("-") == 4, "character")',
        'must(all(digits[at] == "-" for at in HYPHENS), "character")',
        'must([at for at, digit in enumerate(digits) if digit == "-"] == list(HYPHENS), "length")',
    ),
    ('        must(bits < 2**128, "too-large")\n', "        bits %= 2**128\n", '        must(bits <= 2**128, "too-large")\n', '        must(bits < 2**127, "too-large")\n', '        must(bits < 2**128, "character")\n'),
    (
        'must(nil or 0 < bits < 2**128 - 1, "zero")',
        "pass",
        'must(nil or bits < 2**128 - 1, "zero")',
        'must(nil or 0 < bits, "zero")',
        'must(0 < bits < 2**128 - 1, "zero")',
        'must(nil or 1 < bits < 2**128 - 1, "zero")',
        'must(nil or 0 < bits < 2**128 - 2, "zero")',
        'must(nil or 0 < bits < 2**128 - 1, "too-large")',
    ),
    ("    bits = read_json(case[\"json\"], False, read, False)", "    bits = read_json(case[\"json\"], False, read)"),
    # Section 8: prefixes.
    ("    check_prefix(prefix)\n    if form", "    if form"),
    ('must(len(prefix) <= 12, "too-long")', 'must(len(prefix) <= 13, "too-long")', 'must(len(prefix) <= 11, "too-long")', "pass"),
    ('must(re.fullmatch("[a-z_]*", prefix), "character")', 'must(re.fullmatch("[A-Za-z_]*", prefix), "character")', 'must(re.fullmatch("[a-z0-9_]*", prefix), "character")', 'must(re.fullmatch("[a-z_-]*", prefix), "character")', 'must(re.fullmatch("[a-z]*_", prefix), "character")'),
    ('        must(not prefix.endswith("__"), "end")\n', "", '        must("__" not in prefix, "end")\n', '        must(not prefix.endswith("__"), "character")\n'),
    (
        '        must(re.fullmatch("[a-z_]*", prefix), "character")\n        must(not prefix.endswith("__"), "end")\n',
        '        must(not prefix.endswith("__"), "end")\n        must(re.fullmatch("[a-z_]*", prefix), "character")\n',
    ),
    # Section 8: times.
    ("must(bits & (15 << 76 | 3 << 62) == VERSION_7,", "must(bits & 15 << 76 == 7 << 76,", "must(bits & 3 << 62 == 2 << 62,", "must(bits & (7 << 76 | 3 << 62) == VERSION_7,", "must(bits & (15 << 76 | 2 << 62) == VERSION_7,", "must(bits & (15 << 76 | 3 << 62) in (VERSION_7, VERSION_7 ^ 3 << 76),"),
    ("return bits >> 80\n", "return bits >> 81\n"),
    ("(min(max(instant, 0), 2**48) for", "(min(instant, 2**48) for", "(max(instant, 0) for", "(min(max(instant, 0), 2**48 - 1) for", "(min(max(instant, 1), 2**48) for"),
    ('must(first < end, "empty")', 'must(first <= end, "empty")', "pass"),
    ("return first << 80 | VERSION_7, end - 1 << 80", "return first << 80, end - 1 << 80", "return first << 80 | VERSION_7, end << 80"),
    ("FREE = (2**12 - 1) << 64 | 2**62 - 1", "FREE = 2**62 - 1", "FREE = (2**12 - 1) << 64 | 2**61 - 1", "FREE = 2**76 - 1"),
    # Section 8: counted keys.
    ("return 2 ** (width - 1) - 1,", "return 2**width - 1,", "return 2 ** (width - 1),", "return 2 ** (width - 1) - 2,", "return MAX,"),
    ('encoding == "decimal" and prefix == ""', 'encoding == "decimal"', 'prefix == ""', "True"),
    ('form or ("number"', '("number"'),
    ("if width < 64 and is_decimal", "if is_decimal", "if width < 32 and is_decimal", "if False"),
    # Section 8: larger numbers in public forms.
    ('            must(id <= largest, "sealed")\n', "", '            must(id <= largest, "too-large")\n', '            must(id < largest or case["public"] == "permuted", "sealed")\n'),
]

# Which kinds of vectors what a section of the reader does can matter to; all where it is not said.
SECTIONS = {
    "2": ("layout", "id", "range", "uuid", "ulid", "ksuid"),
    "5": ("decimal-id",),
    "7": ("uuid", "ulid", "ksuid"),
    "8": ("hyphenated", "typeid", "uuid-prefix", "uuid-json", "uuid-time", "uuid-range", "counted"),
}
SLOW = ("sealed", "permuted", "public-json")


def mutants(source):
    """Each mistake: what it is, and the reader with it."""
    for right, *wrong in MISTAKES:
        if source.count(right) != 1:
            raise SystemExit(f"the reader has {right!r} {source.count(right)} times")
        before = re.findall(r"^# Section (\d)", source[: source.index(right)], re.MULTILINE)
        kinds = SECTIONS.get(before[-1] if before else None)
        for mistake in wrong:
            yield right, mistake, source.replace(right, mistake), kinds


def notices(reader, kind, cases):
    """The first case that a reader with a mistake does not pass."""
    for case in cases:
        # Of time on the processor, so that it does not matter how busy the machine is.
        signal.setitimer(signal.ITIMER_VIRTUAL, 2)
        try:
            reader["KINDS"][kind](case)
            found = None
        except reader["Refused"] as refused:
            found = str(refused)
        except Exception as error:
            return case, error
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if found != case.get("error"):
            return case, found
    return None


def does_not_end(*_):
    raise TimeoutError("it does not end")


def run(task):
    right, mistake, source, kinds = task
    signal.signal(signal.SIGVTALRM, does_not_end)
    reader = {"__name__": "reader"}
    exec(source, reader)
    for kind in sorted(kinds or VECTORS, key=lambda kind: kind in SLOW):
        case = notices(reader, kind, VECTORS[kind])
        if case:
            return right, mistake, f"{kind} ({json.dumps(case[0], ensure_ascii=False)[:100]} as {case[1]!s:.60})"
    return right, mistake, None


def main(file):
    global VECTORS
    with open(file, encoding="utf-8") as vectors:
        VECTORS = json.load(vectors)
    with open(os.path.join(HERE, "reader.py"), encoding="utf-8") as reader:
        source = reader.read()
    tasks = list(mutants(source))
    survivors = 0
    with multiprocessing.get_context("fork").Pool() as pool:
        for right, mistake, found in pool.imap(run, tasks):
            print(f"{mistake!r} instead of {right!r}:\n    {found or 'NOBODY NOTICES'}", flush=True)
            survivors += not found
    print(f"{len(tasks)} mistakes, of which {survivors} are not noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
