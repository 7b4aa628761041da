# Two images: docker build --target server . and docker build --target agent .
# Nothing is compiled in them: what is native in the packages comes built for glibc. compose.yaml runs both.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY schemas/package.json schemas/
COPY server/package.json server/
COPY agent/package.json agent/
COPY cli/package.json cli/
# npm links a command only where its file is.
COPY server/bin server/bin
COPY agent/bin agent/bin
COPY examples/package.json examples/
COPY examples/llama-worker/no-gpu-build examples/llama-worker/no-gpu-build
COPY test/package.json test/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npx tsc -b schemas server agent && node .ci/build-pages.ts && rm -f schemas/tsconfig.json server/tsconfig.json agent/tsconfig.json

FROM manifests AS server-packages
RUN npm ci --ignore-scripts --omit=dev --workspace=mkt-server --workspace=@mkt/schemas && npm cache clean --force

FROM manifests AS agent-packages
RUN npm ci --ignore-scripts --omit=dev --workspace=mkt-agent --workspace=@mkt/schemas && npm cache clean --force

FROM node:24-bookworm-slim AS server
ENV NODE_ENV=production PATH=/app/node_modules/.bin:$PATH
ENV MKT_DATA=/data MKT_HOST=0.0.0.0 MKT_MARKET_PORT=8080 MKT_DOCUMENTS_PORT=8081
WORKDIR /app
COPY --from=server-packages /app ./
COPY --from=build /app/schemas schemas
COPY --from=build /app/server server
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
EXPOSE 8080 8081
# Where MKT_SERVICES leaves the marketplace out, the documents service is asked.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "const { MKT_SERVICES: on = 'market', MKT_MARKET_PORT: market, MKT_DOCUMENTS_PORT: documents } = process.env; fetch('http://127.0.0.1:' + (on.includes('market') ? market : documents) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["mkt-server", "serve"]

# An agent listens on no port and is well while it runs: its heartbeats tell the marketplace, mkt-agent status a person.
FROM node:24-bookworm-slim AS agent
ENV NODE_ENV=production PATH=/app/node_modules/.bin:$PATH
ENV MKT_AGENT_STATE=/state
WORKDIR /app
COPY --from=agent-packages /app ./
COPY --from=build /app/schemas schemas
COPY --from=build /app/agent agent
RUN install -d -o node -g node -m 700 /state
VOLUME /state
USER node
HEALTHCHECK NONE
CMD ["mkt-agent", "start"]
