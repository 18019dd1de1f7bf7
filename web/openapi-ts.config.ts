import { defineConfig } from '@hey-api/openapi-ts';

// The client of the API, from the document that the server itself is described by.
// The stream of a table is read by src/api/stream.ts.
export default defineConfig({
	input: './src/gen/openapi.json',
	output: { path: './src/gen/api', postProcess: [] },
	parser: { filters: { operations: { exclude: ['GET /api/tables/{id}/events'] }, orphans: true } },
	plugins: ['@hey-api/client-fetch', '@hey-api/typescript', { name: '@hey-api/sdk', auth: false }],
});
