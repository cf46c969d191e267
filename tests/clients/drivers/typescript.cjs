// Drives the TypeScript SDK in both its lines: `node typescript.cjs 1|2 TARGET`. See drivers/README.md.
// CommonJS, because only `require` finds packages by NODE_PATH.
'use strict';

const { createInterface } = require('node:readline');
const { User } = require('./user.cjs');

const INFO = { name: 'fusion-client-tests', version: '0' };
const ASKED = { capabilities: { elicitation: { form: {} } } };

// Each line of the SDK: a client, its two transports, and `callTool`, whose parameters differ.
const LINES = {
    1: () => {
        const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
        const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');
        const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
        const {
            ElicitRequestSchema,
            ErrorCode,
            ResourceUpdatedNotificationSchema,
            ToolListChangedNotificationSchema,
        } = require('@modelcontextprotocol/sdk/types.js');
        return {
            client: (_, options) => new Client(INFO, options),
            StdioClientTransport,
            StreamableHTTPClientTransport,
            call: (client, params, options) => client.callTool(params, undefined, options),
            changed: ToolListChangedNotificationSchema,
            updated: ResourceUpdatedNotificationSchema,
            elicitation: ElicitRequestSchema,
            signal: extra => extra.signal,
            timeout: ErrorCode.RequestTimeout,
        };
    },
    2: () => {
        const { Client, SdkErrorCode, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');
        const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio');
        const negotiation = mode => ({ mode: mode === 'legacy' || mode === 'auto' ? mode : { pin: mode } });
        return {
            client: (mode, options) => new Client(INFO, { versionNegotiation: negotiation(mode), ...options }),
            StdioClientTransport,
            StreamableHTTPClientTransport,
            call: (client, params, options) => client.callTool(params, options),
            fresh: { cacheMode: 'bypass' },
            changed: 'notifications/tools/list_changed',
            updated: 'notifications/resources/updated',
            elicitation: 'elicitation/create',
            signal: context => context.mcpReq.signal,
            timeout: SdkErrorCode.RequestTimeout,
        };
    },
};

const say = answer => console.log(JSON.stringify(answer));

class Driver {
    constructor(sdk, target) {
        this.sdk = sdk;
        this.user = new User();
        this.client = sdk.client(target.mode, target.user && ASKED);
        if (target.user) {
            const answer = ({ params }, context) => this.user.answer(params, sdk.signal(context));
            this.client.setRequestHandler(sdk.elicitation, answer);
        }
        this.transport = target.url
            ? new sdk.StreamableHTTPClientTransport(new URL(target.url))
            : new sdk.StdioClientTransport({ command: target.command[0], args: target.command.slice(1) });
        if (!this.client.getNegotiatedProtocolVersion) this.noteVersion();
        this.noteChanges();
    }

    // Each change that was told and not yet waited for, and who waits for the next.
    noteChanges() {
        this.changes = 0;
        this.client.setNotificationHandler(this.sdk.changed, () => {
            this.changes += 1;
            this.news?.();
        });
        this.updates = [];
        this.client.setNotificationHandler(this.sdk.updated, ({ params }) => {
            this.updates.push(params.uri);
            this.news?.();
        });
    }

    // 1.x tells the revision to nobody but the transport.
    noteVersion() {
        const inner = this.transport.setProtocolVersion?.bind(this.transport);
        this.transport.setProtocolVersion = version => {
            this.version = version;
            inner?.(version);
        };
    }

    async connect() {
        await this.client.connect(this.transport);
        return {
            version: this.client.getNegotiatedProtocolVersion?.() ?? this.version,
            server: this.client.getServerVersion() ?? null,
            capabilities: this.client.getServerCapabilities() ?? {},
        };
    }

    async list() {
        return this.client.listTools();
    }

    async call({ tool, arguments: args, seconds }) {
        const progress = [];
        const onprogress = ({ progress: done, total, message }) => progress.push({ progress: done, total, message });
        // In the modern era the timeout is one of each round, without the time of the user.
        const limits = seconds && { timeout: seconds * 1000, maxTotalTimeout: seconds * 1000 };
        try {
            const result = await this.sdk.call(this.client, { name: tool, arguments: args }, { onprogress, ...limits });
            return { result, progress };
        } catch (error) {
            if (seconds && error.code === this.sdk.timeout) {
                // An answer that is on its way is too late; it has been sent when this is said.
                await this.user.idle();
                return { timed_out: true };
            }
            if (Number.isInteger(error.code)) return { error: error.code };
            throw error;
        }
    }

    async ask({ what, ...details }) {
        const asked = {
            prompts: () => this.client.listPrompts(),
            prompt: () => this.client.getPrompt(details),
            resources: () => this.client.listResources(),
            templates: () => this.client.listResourceTemplates(),
            read: () => this.client.readResource(details, this.sdk.fresh),
            complete: () => this.client.complete(details),
        };
        try {
            return { result: await asked[what]() };
        } catch (error) {
            if (Number.isInteger(error.code)) return { error: error.code };
            throw error;
        }
    }

    // Starts a call, and returns when it has told progress or asked the user, or if it ended without.
    begin({ tool, arguments: args }) {
        this.running = new AbortController();
        return new Promise((resolve, reject) => {
            this.user.asked = () => resolve({ begun: true });
            const options = { signal: this.running.signal, onprogress: () => resolve({ begun: true }) };
            this.sdk.call(this.client, { name: tool, arguments: args }, options).then(
                result => resolve({ begun: false, result }),
                error => {
                    console.error('the call begun ended with', error);
                    reject(error); // without effect once it has begun
                },
            );
        });
    }

    async cancel() {
        this.running.abort('test');
        return { cancelled: true };
    }

    get modern() {
        return (this.client.getNegotiatedProtocolVersion?.() ?? '') >= '2026-07-28';
    }

    async watch({ uri }) {
        if (this.modern) await this.client.listen({ resourceSubscriptions: [uri] });
        else await this.client.subscribeResource({ uri });
        return { watching: true };
    }

    async updated() {
        while (this.updates.length === 0) await new Promise(resolve => (this.news = resolve));
        return { uri: this.updates.shift() };
    }

    // Whoever has shaken hands is told unasked.
    async listen() {
        if (this.modern) await this.client.listen({ toolsListChanged: true });
        return { listening: true };
    }

    async changed() {
        while (this.changes === 0) await new Promise(resolve => (this.news = resolve));
        this.changes -= 1;
        return { changed: true };
    }

    async answer({ answers }) {
        this.user.layDown(answers);
        return { answers: true };
    }

    async questions() {
        return { questions: this.user.questions() };
    }

    async withdrawn() {
        await this.user.withdrawn();
        return { withdrawn: true };
    }

    async close() {
        await this.client.close();
    }
}

async function main() {
    const driver = new Driver(LINES[process.argv[2]](), JSON.parse(process.argv[3]));
    say(await driver.connect());
    for await (const line of createInterface({ input: process.stdin })) {
        const command = JSON.parse(line);
        say(await driver[command.do](command));
    }
    await driver.close();
}

main().catch(error => {
    console.error(error);
    process.exit(1);
});
