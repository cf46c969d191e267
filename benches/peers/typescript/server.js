// The work by the official TypeScript SDK: registered tools with zod schemas.

import { createServer } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const unsigned = z.number().int().min(0);
const range = z.strictObject({ from: unsigned, to: unsigned });
const names = Array.from({ length: 20 }, (_, index) => `a${String(index).padStart(2, '0')}`);
const annotations = { readOnlyHint: true };
const text = (text) => ({ content: [{ type: 'text', text }] });

// Made once: the SDK makes a server for each request over HTTP, and would convert them each time.
const schemas = {
    ping: z.strictObject({}),
    scalars: z.strictObject({
        name: z.string(),
        age: unsigned.max(255),
        days: unsigned,
        active: z.boolean(),
    }),
    nested: z.strictObject({
        filter: z.strictObject({ owner: z.string(), tags: z.array(z.string()), age: range }),
        ranges: z.array(range),
    }),
    choices: z.strictObject({
        state: z.enum(['open', 'closed', 'any']),
        label: z.string().optional(),
        limit: unsigned.optional(),
        order: z.enum(['newest', 'oldest']).optional(),
    }),
    twenty: z.strictObject(Object.fromEntries(names.map((name) => [name, unsigned]))),
};

const handlers = {
    ping: ['Take no argument.', async () => text('pong')],
    scalars: ['Take four scalars.', async ({ name }) => text(name)],
    nested: ['Take a nested struct and a list.', async ({ filter }) => text(filter.owner)],
    choices: ['Take an enum and optionals.', async ({ label }) => text(label ?? '')],
    twenty: ['Take twenty numbers.', async () => text('done')],
};

function work() {
    const server = new McpServer({ name: 'work', version: '0.1.0' });
    for (const [name, [description, handler]] of Object.entries(handlers)) {
        const config = { description, inputSchema: schemas[name], annotations };
        server.registerTool(name, config, handler);
    }
    return server;
}

const [transport, port] = process.argv.slice(2);
if (transport === 'stdio') {
    await serveStdio(work);
} else if (transport === 'http') {
    const handler = toNodeHandler(createMcpHandler(work));
    createServer((request, response) => handler(request, response)).listen(Number(port), '127.0.0.1');
} else {
    console.error('say `stdio` or `http PORT`');
    process.exit(2);
}
