FROM oven/bun:1.4.5-debian AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
# The client is built below; its sources are not here yet.
RUN bun install --frozen-lockfile --ignore-scripts
COPY drizzle ./drizzle
COPY scripts ./scripts
COPY web ./web
COPY src ./src
RUN bun run build

FROM oven/bun:1.4.5-slim
# Newer time zone rules than the runtime's own.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tzdata ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/dist ./
# A new volume for the users of the CalDAV server belongs to whom its folder does.
RUN install -d -o 1000 -g 1000 /users
# Fixed: the guards against a development sign-in cannot be switched off from outside.
ENV NODE_ENV=production
# The user bun of the base image; a number is what orchestrators can check.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "index.js"]
