// Logs in with the TypeScript SDK in both its lines: `node oauth_typescript.cjs 1|2 URL`.
// CommonJS, because only `require` finds packages by NODE_PATH.
'use strict';

const INFO = { name: 'fusion-client-tests', version: '0' };

const LINES = {
    1: () => ({
        ...require('@modelcontextprotocol/sdk/client/index.js'),
        ...require('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    }),
    2: () => require('@modelcontextprotocol/client'),
};

// The memory of a client, and the user, who grants at once.
class Login {
    requested = [];
    resources = [];
    redirectUrl = 'http://localhost:3999/callback';
    clientMetadata = { client_name: 'tests', redirect_uris: [this.redirectUrl], token_endpoint_auth_method: 'none' };

    clientInformation() {
        return this.client;
    }
    saveClientInformation(client) {
        this.client = client;
    }
    tokens() {
        return this.granted;
    }
    saveTokens(tokens) {
        this.granted = tokens;
    }
    saveCodeVerifier(verifier) {
        this.verifier = verifier;
    }
    codeVerifier() {
        return this.verifier;
    }
    async redirectToAuthorization(url) {
        this.requested.push(url.searchParams.get('scope'));
        this.resources.push(url.searchParams.get('resource'));
        const page = await fetch(url, { redirect: 'manual' });
        this.code = new URL(page.headers.get('location')).searchParams.get('code');
    }
}

async function main(line, url) {
    const { Client, StreamableHTTPClientTransport, UnauthorizedError } = {
        ...LINES[line](),
        ...(line === '1' ? require('@modelcontextprotocol/sdk/client/auth.js') : {}),
    };
    const login = new Login();
    let transport;
    let client;
    const connect = async () => {
        transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
        client = new Client(INFO);
        await client.connect(transport);
    };
    // Does something, logs in if the SDK says that the user has to, and does it again.
    const authorized = async what => {
        try {
            return await what();
        } catch (error) {
            if (!(error instanceof UnauthorizedError)) throw error;
            await transport.finishAuth(login.code);
            return await what();
        }
    };
    const call = args => client.callTool({ name: 'desk', arguments: args });
    await authorized(connect);
    const tools = (await client.listTools()).tools.map(tool => tool.name);
    const whose = await call({ action: 'whose' });
    const open = await authorized(() => call({ action: 'open', owner: 'grace' }));
    const text = result => result.content[0].text;
    const { requested, resources } = login;
    console.log(JSON.stringify({ tools, whose: text(whose), open: text(open), requested, resources }));
    await client.close();
}

main(...process.argv.slice(2)).then(
    () => process.exit(0),
    error => {
        console.error(error);
        process.exit(1);
    },
);
