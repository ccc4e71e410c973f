// Types for TypeScript by graphql-codegen. Arguments: file with the schema.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import * as typescriptPlugin from '@graphql-codegen/typescript';
import { buildSchema, parse } from 'graphql';
import { config } from './codegen.config.mjs';

const [file] = process.argv.slice(2);
const sdl = readFileSync(file, 'utf8');
const documents = [{
  location: 'operations.graphql',
  document: parse(readFileSync('operations.graphql', 'utf8')),
}];

const generate = (filename, plugin, config) => codegen({
  filename,
  schema: parse(sdl),
  schemaAst: buildSchema(sdl),
  documents,
  config,
  plugins: [{ plugin: {} }],
  pluginMap: { plugin },
});

writeFileSync('schema.ts', await generate('schema.ts', typescriptPlugin, config));
writeFileSync('operations.ts', await generate('operations.ts', operationsPlugin, config));

// A scalar that is forgotten in the configuration is an error, not `any`.
const { EntryId, ...others } = config.scalars;
assert.equal(EntryId, 'string');
const forgotten = { ...config, scalars: others };
for (const plugin of [typescriptPlugin, operationsPlugin]) {
  await assert.rejects(generate('forgotten.ts', plugin, forgotten), /Unknown scalar type EntryId/);
}
