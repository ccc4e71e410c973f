#!/usr/bin/env python3
"""Reads and writes snowflake IDs as SPEC.md says, and shares no code with any other reader.

    python3 reader.py vectors.json

does every case of that file, and prints how many there are of each kind. It is there to show that
SPEC.md says all that a reader needs; it is slow, and its AES is not safe against an observer who
measures its time. Python 3.9 or newer, without packages.
"""

import calendar
import functools
import hashlib
import hmac
import json
import re
import sys

MAX = 2**63 - 1


class Refused(Exception):
    """Why a value is refused, in the words of SPEC.md."""


def must(condition, reason):
    if not condition:
        raise Refused(reason)


# Section 2: layouts.

PRESETS = """
default=time:41/node:10/sequence:12@2025-01-01
twitter=time:41/node:10(datacenter:5,worker:5)/sequence:12@2010-11-04T01:42:54.657Z
discord=time:42/node:10(worker:5,process:5)/sequence:12(increment:12)@2015-01-01
instagram=time:41/node:13(shard:13)/sequence:10@2011-08-24T21:07:01.721Z
sonyflake=time:39@10ms/sequence:8/node:16(machine:16)@2014-09-01
sonyflake-v2=time:39@10ms/sequence:8/node:16(machine:16)@2025-01-01
mastodon=time:48/sequence:16(tail:16)@1970-01-01
tsid=time:42/node:10/sequence:12(counter:12)@2020-01-01
flake-id=time:42/node:10(thread:5,process:5)/sequence:12(increment:12)@2015-01-01
idgen=time:41/node:10(generator:10)/sequence:12@2015-01-01
baidu=time:28@1s/node:22(worker:22)/sequence:13@2016-05-19T16:00:00.000Z
trace-id=time:25@1s/node:16/sequence:22(chunk:12,counter:10)@1970-01-01
ecmascript=time:41/node:5/sequence:7@2025-01-01
""".split()

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
NUMBER = r"(?:0|[1-9][0-9]*)"
EPOCH = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3}))?Z)?"
)
DAY = 86_400_000


def days_before(year):
    """Days from 0000-01-01 until a year of the Gregorian calendar."""
    return 365 * year + (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400


def days_of_month(year, month):
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else calendar.mdays[month]


def read_epoch(text):
    found = EPOCH.fullmatch(text)
    must(found, "notation")
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    must(1 <= month <= 12 and 1 <= day <= days_of_month(year, month), "notation")
    must(hour < 24 and minute < 60 and second < 60, "notation")
    days = days_before(year) - days_before(1970) + day - 1
    days += sum(days_of_month(year, before) for before in range(1, month))
    millis = int((found[7] or "").ljust(3, "0"))
    return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + millis


def write_epoch(millis):
    days, rest = divmod(millis, DAY)
    days += days_before(1970)
    year = days // 366
    while days_before(year + 1) <= days:
        year += 1
    days, month = days - days_before(year), 1
    while days >= days_of_month(year, month):
        days, month = days - days_of_month(year, month), month + 1
    date = f"{year:04}-{month:02}-{days + 1:02}"
    if rest == 0:
        return date
    second, milli = divmod(rest, 1_000)
    return f"{date}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.{milli:03}Z"


class Layout:
    def __init__(self, text, periodic=False, counter=0):
        self.periodic, self.counter = periodic, counter
        self.read(text)
        self.check()

    def read(self, text):
        named = re.match(f"({NAME})=", text)
        self.name = named[1] if named else "custom"
        rest = text[named.end() :] if named else text
        head = re.match(rf"(time:)?({NUMBER})", rest)
        must(head, "notation")
        bare, self.time, rest = head[1] is None, int(head[2]), rest[head.end() :]
        must(self.time <= 64, "notation")
        self.tick, self.epoch = 1, 1_735_689_600_000
        follows = re.match(r"@[^/@]*", rest)
        if follows and "-" not in follows[0]:
            tick = re.fullmatch(rf"@({NUMBER})(ms|s)", follows[0])
            must(tick, "notation")
            self.tick = int(tick[1]) * (1_000 if tick[2] == "s" else 1)
            must(1 <= self.tick < 2**32, "notation")
            rest = rest[follows.end() :]
        # Name, width and parts, from the highest.
        self.fields = []
        names = {"time"}
        while rest.startswith("/"):
            if bare:
                must(len(self.fields) < 2, "notation")
                shape = rf"/({NUMBER})(\([^)]*\))?"
            else:
                shape = rf"/({NAME}):({NUMBER})(\([^)]*\))?"
            field = re.match(shape, rest)
            must(field, "notation")
            rest = rest[field.end() :]
            if bare:
                name, width, parts = ("node", "sequence")[len(self.fields)], field[1], field[2]
            else:
                name, width, parts = field[1], field[2], field[3]
            name = "sequence" if name == "seq" else name
            must(name not in names, "notation")
            names.add(name)
            must(int(width) <= 64, "notation")
            self.fields.append((name, int(width), self.read_parts(name, parts, names)))
        must(not bare or len(self.fields) == 2, "notation")
        must(len(names - {"time", "node", "sequence"} - self.part_names()) <= 1, "notation")
        if rest:
            must(rest.startswith("@"), "notation")
            self.epoch = read_epoch(rest[1:])

    def read_parts(self, field, text, names):
        if text is None:
            return []
        must(field in ("node", "sequence"), "notation")
        parts = []
        for part in text[1:-1].split(","):
            found = re.fullmatch(rf"({NAME}):({NUMBER})", part)
            must(found, "notation")
            name, width = found[1], int(found[2])
            must(1 <= width <= 32, "notation")
            must(name not in ("time", "node", "sequence", "seq"), "notation")
            must(name not in names, "notation")
            names.add(name)
            parts.append((name, width))
        must(sum(width for _, width in parts) <= 32, "notation")
        return parts

    def part_names(self):
        return {name for _, _, parts in self.fields for name, _ in parts}

    def check(self):
        width = {name: width for name, width, _ in self.fields}
        must(not 0 < self.epoch < 9_936_000_000, "epoch-in-seconds")
        must(self.time > 0, "no-time-bits")
        must(width.get("node", 0) <= 32, "node-too-wide")
        must(width.get("sequence", 0) <= 32, "sequence-too-wide")
        for name in width:
            must(name in ("node", "sequence") or 1 <= width[name] <= 32, "caller-width")
        self.low = sum(width.values())
        must(self.time + self.low <= 64, "too-many-bits")
        for field in ("node", "sequence"):
            for name, bits, parts in self.fields:
                wrong = parts and sum(part for _, part in parts) != bits
                must(name != field or not wrong, f"{field}-fields")
        self.ticks = 2 ** (self.time - (self.time + self.low == 64))
        self.end = self.epoch + self.ticks * self.tick
        must(self.end < 2**63, "end-out-of-range")

    def named_fields(self):
        """The fields below the time that have bits, or their parts in their place."""
        for name, bits, parts in self.fields:
            yield from parts or ([(name, bits)] if bits else [])

    def write(self):
        text = "" if self.name == "custom" else self.name + "="
        text += f"time:{self.time}"
        if self.tick % 1_000 == 0:
            text += f"@{self.tick // 1_000}s"
        elif self.tick > 1:
            text += f"@{self.tick}ms"
        for name, bits, parts in self.fields:
            if bits:
                text += f"/{name}:{bits}"
            if parts:
                text += "(" + ",".join(f"{part}:{width}" for part, width in parts) + ")"
        return text + "@" + write_epoch(self.epoch)

    def timestamp_of(self, id):
        timestamp = id >> self.low
        must(timestamp < self.ticks, "not-in-layout")
        must(not self.counter or self.value(id, "sequence") % 2**self.counter, "not-in-layout")
        return timestamp

    def time_of(self, id, reference=None):
        first = self.epoch + self.timestamp_of(id) * self.tick
        if not self.periodic:
            return first
        period = self.ticks * self.tick
        return first + (reference - first) // period * period

    def split(self, id):
        values, shift = [], self.low
        for name, bits in self.named_fields():
            shift -= bits
            values.append([name, id >> shift & 2**bits - 1])
        return values

    def value(self, id, field):
        shift = self.low
        for name, bits, _ in self.fields:
            shift -= bits
            if name == field:
                return id >> shift & 2**bits - 1
        return 0

    def range(self, start, until):
        must(not self.periodic, "periodic")
        first, end = (
            min(max(-((self.epoch - instant) // self.tick), 0), self.ticks)
            for instant in (start, until)
        )
        first, last = max(first << self.low, 1), (end << self.low) - 1
        must(first <= last, "empty")
        return first, last


def layout_of(text):
    for preset in PRESETS:
        if preset.startswith(text + "="):
            return Layout(preset, *((True, 10) if text == "trace-id" else ()))
    return Layout(text)


# Section 3: texts.

BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DECIMAL, HEX = "0123456789", "0123456789abcdef"
# The digits and the width.
FORMS = {"decimal": (DECIMAL, None), "base62": (BASE62, 11), "base32": (BASE32, 13), "hex": (HEX, 16)}


def value_of(digits, alphabet):
    value = 0
    for digit in digits:
        value = value * len(alphabet) + alphabet.index(digit)
    return value


def digits_of(value, alphabet, width):
    digits = ""
    while value or not digits:
        value, digit = divmod(value, len(alphabet))
        digits = alphabet[digit] + digits
    return digits.rjust(width or 0, "0")


def length_of(text):
    return len(text.encode())


def after_prefix(text, prefix, longest, is_digit):
    """What follows the prefix; the first three reasons of section 3."""
    must(text, "empty")
    must(text.startswith(prefix), "prefix")
    searched = text.encode()
    if len(searched) > longest:
        searched = searched[:40]
    searched = searched.decode(errors="ignore")[len(prefix) :]
    must(all(is_digit(at, digit) for at, digit in enumerate(searched)), "character")
    return text[len(prefix) :]


def read_number(digits, encoding, largest=MAX):
    alphabet, width = FORMS[encoding]
    must(digits and width in (None, length_of(digits)), "length")
    must(width or digits == "0" or digits[0] != "0", "leading-zero")
    must(digits.strip("0"), "zero")
    # What has more digits than this is too large in any case.
    must(len(digits) <= 19, "too-large")
    value = value_of(digits, alphabet)
    must(value <= largest, "too-large")
    return value


def read_text(text, encoding, prefix, largest=MAX):
    alphabet, width = FORMS[encoding]
    longest = len(prefix) + (width or 19)
    digits = after_prefix(text, prefix, longest, lambda _, digit: digit in alphabet)
    return read_number(digits, encoding, largest)


def write_text(id, encoding, prefix):
    return prefix + digits_of(id, *FORMS[encoding])


def check_prefix(prefix):
    must(prefix, "empty")
    must(length_of(prefix) <= 16, "too-long")
    must(re.match("[A-Za-z]", prefix), "start")
    must(re.fullmatch("[A-Za-z0-9_-]*", prefix), "character")
    must(prefix[-1] in "_-", "end")


# Section 4: JSON.


def read_json(value, is_number, read, reads_integers=True, largest=MAX):
    if re.fullmatch("-?[0-9]+", value):
        must(reads_integers, "type")
        must(1 <= int(value) <= largest, "range")
        return int(value)
    try:
        value = json.loads(value)
    except ValueError:
        value = None
    must(isinstance(value, str), "type")
    if is_number and re.match("[0-9]", value):
        return read_text(value, "decimal", "", largest)
    return read(value)


# Section 5: decimal IDs.


def read_decimal_id(id):
    counter, rest = divmod(id, 10**10)
    must(1 <= counter <= 922_337_202, "field-out-of-range")
    return counter, *divmod(rest, 10**5)


# Section 6: public forms.


def read_key(text):
    if length_of(text) == 64:
        must(re.fullmatch("[0-9A-Fa-f]{64}", text), "encoding")
        key = bytes.fromhex(text)
    else:
        found = re.fullmatch("([0-9A-Za-z+/]*|[0-9A-Za-z_-]*)(=*)", text)
        must(found, "encoding")
        digits, padding = found[1], len(found[2])
        must(len(digits) % 4 != 1 and padding in (0, -len(digits) % 4), "encoding")
        alphabet = BASE62[10:36] + BASE62[36:] + DECIMAL + "+/"
        value = value_of(digits.replace("-", "+").replace("_", "/"), alphabet)
        count, unused = divmod(len(digits) * 6, 8)
        must(value % 2**unused == 0, "encoding")
        key = (value >> unused).to_bytes(count, "big")
    must(len(key) == 32, "length")
    must(any(key), "zero")
    return key


def derive(secret, info, length):
    """HKDF-SHA-256 of at most 32 bytes, without salt."""
    extracted = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(extracted, info.encode() + b"\1", hashlib.sha256)[:length]


@functools.lru_cache
def cipher_of(secret, info):
    return Aes256(derive(secret, info, 32))


def letter_of(secret):
    return chr(ord("A") + derive(secret, "snowflake-public/1/letter", 1)[0] % 26)


def doubled(value):
    """Times x in the field of AES, FIPS 197, section 4."""
    return value << 1 ^ (0x11B if value & 0x80 else 0)


def times(value, factor):
    product = 0
    while factor:
        product ^= value if factor & 1 else 0
        value, factor = doubled(value), factor >> 1
    return product


def s_box():
    box = [0] * 256
    power, inverse = 1, 1
    while True:
        # 3 generates the field, and its inverse is 0xf6.
        power, inverse = times(power, 3), times(inverse, 0xF6)
        box[power] = inverse
        if power == 1:
            break
    for at, value in enumerate(box):
        rotated = value * 0x101
        box[at] = 0x63 ^ value ^ (rotated >> 4 ^ rotated >> 5 ^ rotated >> 6 ^ rotated >> 7) & 0xFF
    return box


BOX = s_box()
INVERSE_BOX = [BOX.index(value) for value in range(256)]
PRODUCTS = {factor: [times(value, factor) for value in range(256)] for factor in (2, 3, 9, 11, 13, 14)}


class Aes256:
    """FIPS 197."""

    def __init__(self, key):
        words = [key[at : at + 4] for at in range(0, 32, 4)]
        constant = 1
        for at in range(8, 60):
            word = words[-1]
            if at % 8 == 0:
                word = bytes(BOX[byte] for byte in word[1:] + word[:1])
                word = bytes([word[0] ^ constant]) + word[1:]
                constant = doubled(constant)
            elif at % 8 == 4:
                word = bytes(BOX[byte] for byte in word)
            words.append(bytes(a ^ b for a, b in zip(word, words[-8])))
        self.keys = [b"".join(words[at : at + 4]) for at in range(0, 60, 4)]

    @staticmethod
    def mixed(block, factors):
        def byte(at):
            column, row = block[at // 4 * 4 : at // 4 * 4 + 4], at % 4
            value = 0
            for other in range(4):
                factor = factors[(other - row) % 4]
                value ^= column[other] if factor == 1 else PRODUCTS[factor][column[other]]
            return value

        return bytes(byte(at) for at in range(16))

    def added(self, block, number):
        return bytes(a ^ b for a, b in zip(block, self.keys[number]))

    def encrypt(self, block):
        block = self.added(block, 0)
        for number in range(1, 15):
            block = bytes(BOX[block[(at + 4 * (at % 4)) % 16]] for at in range(16))
            block = self.mixed(block, (2, 3, 1, 1)) if number < 14 else block
            block = self.added(block, number)
        return block

    def decrypt(self, block):
        for number in range(14, 0, -1):
            block = self.added(block, number)
            block = self.mixed(block, (14, 11, 13, 9)) if number < 14 else block
            block = bytes(INVERSE_BOX[block[(at - 4 * (at % 4)) % 16]] for at in range(16))
        return self.added(block, 0)


class Public:
    """A public form of an ID type: its secrets, its label, and its text form."""

    def __init__(self, form, secrets, label, encoding, prefix):
        kind = {"label": "label/", "prefix": "", "name": "name/"}[label[0]]
        info = f"snowflake-public/1/{form}/{kind}{label[1]}"
        self.ciphers = [cipher_of(secret, info) for secret in secrets]
        self.letters = [letter_of(secret) for secret in secrets]
        self.form, self.encoding, self.prefix = form, encoding, prefix

    def write(self, id):
        if self.form == "permuted":
            return self.prefix + self.letters[0] + write_text(permute(self.ciphers[0], id), self.encoding, "")
        alphabet, width = self.words()
        block = self.ciphers[0].encrypt(id.to_bytes(16, "big"))
        words = (int.from_bytes(block[:8], "big"), int.from_bytes(block[8:], "big"))
        return self.prefix + "".join(digits_of(word, alphabet, width) for word in words)

    def read(self, text):
        """The ID, and the number of the secret."""
        return self.read_permuted(text) if self.form == "permuted" else self.read_sealed(text)

    def words(self):
        return FORMS["base62" if self.encoding == "decimal" else self.encoding]

    def read_sealed(self, text):
        alphabet, width = self.words()
        longest = len(self.prefix) + 2 * width
        digits = after_prefix(text, self.prefix, longest, lambda _, digit: digit in alphabet)
        must(length_of(digits) == 2 * width, "length")
        words = [value_of(digits[:width], alphabet), value_of(digits[width:], alphabet)]
        must(max(words) < 2**64, "sealed")
        block = b"".join(word.to_bytes(8, "big") for word in words)
        for number, cipher in enumerate(self.ciphers):
            id = int.from_bytes(cipher.decrypt(block), "big")
            if 1 <= id <= MAX:
                return id, number
        raise Refused("sealed")

    def read_permuted(self, text):
        alphabet, width = FORMS[self.encoding]

        def fits(at, digit):
            return digit in alphabet if at else re.fullmatch("[A-Z]", digit)

        rest = after_prefix(text, self.prefix, len(self.prefix) + 1 + (width or 19), fits)
        other = read_number(rest[1:], self.encoding)
        must(rest[0] in self.letters, "unknown-key")
        number = self.letters.index(rest[0])
        return restore(self.ciphers[number], other), number


def round_of(aes, number, half):
    block = bytes([1, 2, 1, 0, 0, 2, 10, 31, 0, 0, 0, 63, 0, 0, 0, 0])
    first = int.from_bytes(aes.encrypt(block), "big") ^ number << 32 ^ half
    return int.from_bytes(aes.encrypt(first.to_bytes(16, "big"))[:8], "big")


def modulus(number):
    return 2 ** (32 if number % 2 else 31)


def permute(aes, id):
    while True:
        a, b = id >> 32, id % 2**32
        for number in range(10):
            a, b = b, (a + round_of(aes, number, b)) % modulus(number)
        id = a << 32 | b
        if id:
            return id


def restore(aes, id):
    while True:
        a, b = id >> 32, id % 2**32
        for number in reversed(range(10)):
            a, b = (b - round_of(aes, number, a)) % modulus(number), a
        id = a << 32 | b
        if id:
            return id


# Section 7: UUID, ULID, KSUID.


def mix(value):
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
    return value ^ value >> 31


def bits_of(layout, id, millis):
    free = 74 - layout.low
    hashed = mix(mix((mix(layout.epoch % 2**64) + 256 * layout.tick + layout.low) % 2**64) ^ id)
    check = hashed >> max(64 - free, 0)
    bits = (id % 2**layout.low) << free | check
    return millis << 80 | 7 << 76 | bits >> 62 << 64 | 2 << 62 | bits % 2**62


def write_bridge(kind, layout, id, reference):
    millis = layout.time_of(id, reference)
    fits = range(1_400_000_000_000, 5_694_967_296_000) if kind == "ksuid" else range(2**48)
    must(millis in fits, "outside-span")
    bits = bits_of(layout, id, millis)
    if kind == "ulid":
        return digits_of(bits, BASE32, 26)
    if kind == "ksuid":
        return digits_of(millis // 1_000 - 1_400_000_000 << 128 | bits, BASE62, 27)
    return hyphenated(bits)


def hyphenated(bits):
    text = f"{bits:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def read_uuid(text):
    must(length_of(text) == 36, "length")
    must(re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text), "character")
    bits = int(text.replace("-", ""), 16)
    must(bits >> 62 & 3 == 2, "variant")
    must(bits >> 76 & 15 == 7, "version")
    return bits


def read_digits(text, alphabet, width, first):
    must(length_of(text) == width or not text.isascii(), "length")
    for at, digit in enumerate(text):
        must(digit in alphabet, "character")
        must(at > 0 or alphabet.index(digit) <= first, "too-large")
    return value_of(text, alphabet)


def read_bridge(kind, layout, text):
    if kind == "uuid":
        bits = read_uuid(text)
    elif kind == "ulid":
        upper = "".join(chr(ord(one) - 32) if "a" <= one <= "z" else one for one in text)
        bits = read_digits(upper, BASE32, 26, 7)
    else:
        value = read_digits(text, BASE62, 27, 61)
        must(value < 2**160, "too-large")
        seconds, bits = divmod(value, 2**128)
        must(seconds == (bits >> 80) // 1_000 - 1_400_000_000, "check")
    millis = bits >> 80
    must(millis >= layout.epoch, "before-epoch")
    must(layout.periodic or millis < layout.end, "after-end")
    ticks, rest = divmod(millis - layout.epoch, layout.tick)
    must(rest == 0, "between-ticks")
    free = (bits >> 64 & 0xFFF) << 62 | bits % 2**62
    id = ticks % layout.ticks << layout.low | free >> 74 - layout.low
    must(1 <= id <= MAX and bits_of(layout, id, millis) == bits, "check")
    return id


# Section 8: other keys.

HYPHENS = (8, 13, 18, 23)
# The characters, and how many there are.
UUID_FORMS = {"hyphenated": (HEX + "-", 36), "typeid": (BASE32.lower(), 26)}


def read_uuid_text(text, form, prefix, nil):
    alphabet, width = UUID_FORMS[form]
    digits = after_prefix(text, prefix, len(prefix) + width, lambda _, digit: digit in alphabet)
    must(length_of(digits) == width, "length")
    if form == "hyphenated":
        must([at for at, digit in enumerate(digits) if digit == "-"] == list(HYPHENS), "character")
        bits = int(digits.replace("-", ""), 16)
    else:
        bits = value_of(digits, alphabet)
        must(bits < 2**128, "too-large")
    must(nil or 0 < bits < 2**128 - 1, "zero")
    return bits


def write_uuid_text(bits, form, prefix):
    return prefix + (hyphenated(bits) if form == "hyphenated" else digits_of(bits, *UUID_FORMS[form]))


def check_uuid_prefix(prefix, form):
    check_prefix(prefix)
    if form == "hyphenated":
        must(len(prefix) <= 12, "too-long")
    else:
        must(re.fullmatch("[a-z_]*", prefix), "character")
        must(not prefix.endswith("__"), "end")


VERSION_7 = 7 << 76 | 2 << 62
FREE = (2**12 - 1) << 64 | 2**62 - 1


def uuid_time(bits):
    must(bits & (15 << 76 | 3 << 62) == VERSION_7, "no-time")
    return bits >> 80


def uuid_range(start, until):
    first, end = (min(max(instant, 0), 2**48) for instant in (start, until))
    must(first < end, "empty")
    return first << 80 | VERSION_7, end - 1 << 80 | VERSION_7 | FREE


def counted_type(width, encoding, prefix, form=None):
    """The largest value, and whether it is a number in JSON."""
    is_decimal = encoding == "decimal" and prefix == ""
    form = form or ("number" if width < 64 and is_decimal else "string")
    return 2 ** (width - 1) - 1, form == "number"


# Section 9: the vectors. Each function compares a case, or refuses it.


def same(found, expected):
    if found != expected:
        raise AssertionError(f"{found!r} instead of {expected!r}")


def text(case):
    id = read_text(case["text"], case["encoding"], case["prefix"])
    same(str(id), case.get("id"))
    same(write_text(id, case["encoding"], case["prefix"]), case["text"])


def prefix(case):
    check_prefix(case["prefix"])


def json_value(case):
    form = case["encoding"], case["prefix"]
    is_number = case["form"] == "number"
    id = read_json(case["json"], is_number, lambda value: read_text(value, *form))
    same(str(id), case.get("id"))
    same(str(id) if is_number else f'"{write_text(id, *form)}"', case["written"])


def public_json(case):
    form = case["encoding"], case["prefix"]
    secrets = [bytes([1] * 32), bytes([2] * 32)]
    public = Public(case["public"], secrets, case["label"], *form)
    largest, _ = counted_type(case.get("width", 64), *form)

    def read(value):
        try:
            id = public.read(value)[0]
            must(id <= largest, "sealed")
            return id
        except Refused:
            if case["plain"]:
                try:
                    return read_text(value, *form, largest)
                except Refused:
                    pass
            raise

    id = read_json(case["json"], False, read, case["plain"], largest)
    same(str(id), case.get("id"))
    same(f'"{public.write(id)}"', case["written"])


def layout(case):
    found = Layout(case["notation"])
    same(found.name, case.get("name"))
    fields = [["time", found.time], *map(list, found.named_fields())]
    same(fields, case["fields"])
    same(found.tick, case["tick_ms"])
    same(str(found.epoch), case["epoch_ms"])
    same(str((found.ticks << found.low) - 1), case["max_id"])
    same(str(found.end), case["end_ms"])
    same(found.write(), case["written"])


def id(case):
    found, value = layout_of(case["layout"]), int(case["id"])
    same(str(found.timestamp_of(value)), case.get("timestamp"))
    same(str(found.time_of(value, int(case.get("reference_ms", 0)))), case["unix_ms"])
    same(found.split(value), case["fields"])
    same([found.value(value, field) for field in ("node", "sequence")], [case["node"], case["sequence"]])


def interval(case):
    first, last = layout_of(case["layout"]).range(int(case["from_ms"]), int(case["until_ms"]))
    same([str(first), str(last)], [case.get("first"), case.get("last")])


def decimal_id(case):
    found = read_decimal_id(int(case["id"]))
    same(found, (case.get("counter"), case.get("generator"), case.get("launch")))


def key(case):
    same(read_key(case["key"]).hex(), case.get("bytes"))


def public(form):
    def compare(case):
        secrets = [bytes.fromhex(secret) for secret in case["keys"]]
        codec = Public(form, secrets, case["label"], case["encoding"], case["prefix"])
        id, number = codec.read(case["text"])
        same([str(id), number == 0], [case.get("id"), case.get("current")])
        if case["current"]:
            same(codec.write(id), case["text"])

    return compare


def bridge(kind):
    def compare(case):
        layout = layout_of(case["layout"])
        if "id" in case:
            reference = int(case.get("reference_ms", 0))
            found = write_bridge(kind, layout, int(case["id"]), reference)
            same(found, case.get("text"))
        id = read_bridge(kind, layout, case["text"])
        same(str(id), case.get("id", case.get("read")))

    return compare


def uuid_text(form):
    def compare(case):
        bits = read_uuid_text(case["text"], form, case["prefix"], case["nil"])
        same(f"{bits:032x}", case.get("bits"))
        same(write_uuid_text(bits, form, case["prefix"]), case["text"])

    return compare


def uuid_json(case):
    form = case["form"], case["prefix"]
    read = functools.partial(read_uuid_text, form=form[0], prefix=form[1], nil=case["nil"])
    bits = read_json(case["json"], False, read, False)
    same(f"{bits:032x}", case.get("bits"))
    same(f'"{write_uuid_text(bits, *form)}"', case["written"])


def uuid_prefix(case):
    check_uuid_prefix(case["prefix"], case["form"])


def time_of_uuid(case):
    same(str(uuid_time(int(case["bits"], 16))), case.get("unix_ms"))


def range_of_uuids(case):
    first, last = uuid_range(int(case["from_ms"]), int(case["until_ms"]))
    same([f"{first:032x}", f"{last:032x}"], [case.get("first"), case.get("last")])


def counted(case):
    form = case["encoding"], case["prefix"]
    largest, is_number = counted_type(case["width"], *form, case.get("form"))
    id = read_json(case["json"], is_number, lambda text: read_text(text, *form, largest), largest=largest)
    same(str(id), case.get("id"))
    same(str(id) if is_number else f'"{write_text(id, *form)}"', case["written"])


KINDS = {
    "text": text,
    "prefix": prefix,
    "json": json_value,
    "layout": layout,
    "id": id,
    "range": interval,
    "decimal-id": decimal_id,
    "key": key,
    "sealed": public("sealed"),
    "permuted": public("permuted"),
    "uuid": bridge("uuid"),
    "ulid": bridge("ulid"),
    "ksuid": bridge("ksuid"),
    "public-json": public_json,
    "hyphenated": uuid_text("hyphenated"),
    "typeid": uuid_text("typeid"),
    "uuid-prefix": uuid_prefix,
    "uuid-json": uuid_json,
    "uuid-time": time_of_uuid,
    "uuid-range": range_of_uuids,
    "counted": counted,
}


def main(file):
    with open(file, encoding="utf-8") as vectors:
        vectors = json.load(vectors)
    same(sorted(vectors), sorted(KINDS))
    wrong = 0
    for kind, cases in vectors.items():
        for case in cases:
            try:
                KINDS[kind](case)
                same(None, case.get("error"))
            except Refused as refused:
                if str(refused) != case.get("error"):
                    wrong += 1
                    print(f"{kind}: {case}: refused as {refused}", file=sys.stderr)
            except AssertionError as error:
                wrong += 1
                print(f"{kind}: {case}: {error}", file=sys.stderr)
        print(f"{kind}: {len(cases)} cases")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
