// The part of graphql-codegen's configuration that is about IDs.

export const config = {
  // A scalar that is not listed is an error, instead of `any`.
  strictScalars: true,
  scalars: {
    EntryId: 'string',
    MessageId: 'string',
    Snowflake: 'string',
    // Otherwise a number is an `ID` too where it goes to the server.
    ID: 'string',
  },
};
