// What compiles, and as what.

import {
  compareIds,
  decimalParts,
  idType,
  Layout,
  presets,
  publicIdType,
  SnowflakeError,
  Text,
  toBigInt,
  type AnyId,
  type AnyIdType,
  type DecimalParts,
  type Encoding,
  type ErrorCode,
  type Id,
  type IdOf,
  type NumberId,
  type PresetName,
} from "snowflake-kit";
import { DISCORD, TRACE_ID } from "snowflake-kit/decode";
import { MintScope } from "snowflake-kit/testing";

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(same: Same<A, B>): void;

export const UserId = idType("UserId");
export type UserId = IdOf<typeof UserId>;
export const PostId = idType("PostId", { text: "base62", prefix: "pst_" });
export type PostId = IdOf<typeof PostId>;
const RoomId = idType("RoomId", { layout: "ecmascript", json: "number" });
type RoomId = IdOf<typeof RoomId>;

// As `ts-rs` writes them.
same<UserId, string & { readonly __id: "UserId" }>(true);
same<UserId, Id<"UserId">>(true);
same<RoomId, number & { readonly __id: "RoomId" }>(true);
same<RoomId, NumberId<"RoomId">>(true);
same<UserId, PostId>(false);

// UUIDs are strings, and counted keys numbers where every number is exact.
const CartId = idType("CartId", { text: "typeid", prefix: "cart_" });
same<IdOf<typeof CartId>, Id<"CartId">>(true);
const added: Date = CartId.decode(CartId.from("cart_01h455vb4pex5vsknk084sn02q")).time;
const CountryId = idType("CountryId", { bits: 32 });
same<IdOf<typeof CountryId>, NumberId<"CountryId">>(true);
const LineId = idType("LineId", { bits: 64 });
same<IdOf<typeof LineId>, Id<"LineId">>(true);
const LabelId = idType("LabelId", { bits: 16, prefix: "lbl_" });
same<IdOf<typeof LabelId>, Id<"LabelId">>(true);
const RowId = idType("RowId", { bits: 32, text: "hex", prefix: "row_", json: "number" });
same<IdOf<typeof RowId>, NumberId<"RowId">>(true);
const ShelfId = idType("ShelfId", { bits: 16, json: "string" });
same<IdOf<typeof ShelfId>, Id<"ShelfId">>(true);
const kinds: AnyIdType<never>["name"][] = [CartId.name, CountryId.name];

// Public IDs have types as well.
const AccountId = publicIdType("AccountId", { prefix: "acc_" });
type AccountId = IdOf<typeof AccountId>;
same<AccountId, Id<"AccountId">>(true);
same<IdOf<string>, never>(true);
const account: AccountId = AccountId.from("acc_Hq8AnFvKpSRBZ8kZMTIvP4");

const scope: { readonly end: () => void } = new MintScope();
scope.end();

// An ID is a string wherever one is wanted.
const user = UserId.from("249857720318955522");
const text: string = user;
const url: `/users/${string}` = `/users/${user}`;
const found: boolean = user === "249857720318955522";
const room: number = RoomId.from(7);
same<ReturnType<typeof UserId.toText>, string>(true);
same<ReturnType<typeof RoomId.toBigInt>, bigint>(true);

// Maps, sets, arrays and objects by ID.
const names = new Map<UserId, string>([[user, "Ada"]]);
const reactions: { [key in UserId]: string } = { [user]: "+1" };
const reaction: string | undefined = reactions[user];
const users = ["1", 2, null].filter(UserId.is).sort(UserId.compare);
same<typeof users, (string & UserId)[]>(true);
const sorted: UserId[] = users.map((id) => UserId.from(id)).sort(compareIds);
const { first, last } = PostId.range(new Date(0), Date.now());
same<typeof first, PostId>(true);

function isUser(value: unknown): UserId | undefined {
  return UserId.is(value) ? value : undefined;
}

// Each layout knows its fields.
const message = presets.discord.decode("175928847299117063");
same<typeof message.nodeFields, Record<"worker" | "process", number>>(true);
same<typeof message.sequenceFields, Record<"increment", number>>(true);
same<typeof message.assumedPeriodStart, Date | undefined>(true);
same<keyof ReturnType<typeof UserId.decode>["nodeFields"], "node">(true);
const { worker: light } = DISCORD.decode("175928847299117063").nodeFields;
same<ReturnType<typeof DISCORD.decode>, ReturnType<typeof presets.discord.decode>>(true);
same<ReturnType<typeof TRACE_ID.decode>, ReturnType<(typeof presets)["trace-id"]["decode"]>>(true);
const MessageId = idType("MessageId", { layout: "discord" });
const worker: number = MessageId.decode(MessageId.from("175928847299117063")).nodeFields.worker;
const OrderId = idType("OrderId", { layout: "decimal" });
const order: DecimalParts = OrderId.decode(OrderId.from("14150009200065"));
same<ReturnType<typeof OrderId.decode>, DecimalParts>(true);
const traces = presets["trace-id"].decode(1n << 40n, { reference: new Date() });
const counter: number = traces.sequenceFields.counter;

const sensors = new Layout({
  name: "sensors",
  timeBits: 39,
  nodeBits: 16,
  nodeFields: [
    ["site", 6],
    ["gateway", 10],
  ],
  sequenceBits: 8,
});
const ReadingId = idType("ReadingId", { layout: sensors });
const site: number = ReadingId.decode(ReadingId.from(1n << 40n)).nodeFields.site;
same<typeof sensors.maxId, bigint>(true);

// The names in a text are known at run time only.
const feed = Layout.parse("feed=time:41/shard:8/node:5(rack:2,slot:3)/sequence:9@2026-01-01");
const PostInFeed = idType("PostInFeed", { layout: feed });
const inFeed = PostInFeed.decode(PostInFeed.from(1n << 40n));
const shard: number | undefined = inFeed.caller;
const rack: number | undefined = inFeed.nodeFields["rack"];

// Options that are known at run time only.
declare const form: Encoding;
declare const layout: PresetName;
const AnyType = idType("Any", { text: form, layout });
const any: Id<"Any"> = AnyType.from(1);

const parts: DecimalParts = decimalParts("14150009200065");
const ids: AnyId[] = ["1", 1n, 1];
const values: bigint[] = ids.map((id) => toBigInt(id));
const base32: string = new Text("base32", "usr_").encode(values[0] ?? 1n);

try {
  UserId.from(null);
} catch (error) {
  if (error instanceof SnowflakeError) {
    const code: ErrorCode = error.code;
    if (code === "lost-bits") console.log(error.message);
  }
}

export {
  account,
  added,
  any,
  base32,
  counter,
  found,
  isUser,
  kinds,
  last,
  light,
  names,
  parts,
  rack,
  reaction,
  room,
  shard,
  site,
  sorted,
  text,
  url,
  worker,
};
