// Writes the TypeScript types of the API from its OpenAPI document; with --check, only reports whether they
// are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import openapi, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';

const target = 'src/gen/api.ts';

interface Operation {
	responses: Record<string, unknown>;
}

/** Returns the document without the error responses, which all operations share: each is a Problem. */
function answers(text: string): OpenAPI3 {
	const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
	for (const path of Object.values(document.paths))
		for (const { responses } of Object.values(path))
			for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
	return document as unknown as OpenAPI3;
}

const types = await openapi(answers(readFileSync('src/gen/openapi.json', 'utf8')), {
	rootTypes: true,
	rootTypesNoSchemaPrefix: true,
	rootTypesKeepCasing: true,
});
const text = COMMENT_HEADER + astToString(types);
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
	console.error(`${target} is not what the document says: run npm run gen`);
	process.exitCode = 1;
}
