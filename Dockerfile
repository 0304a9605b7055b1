FROM oven/bun:1.4.5-debian AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
# Without what tests need. The client is built below; its sources are not here yet.
RUN bun install --frozen-lockfile --ignore-scripts --production
COPY drizzle ./drizzle
COPY scripts ./scripts
COPY web ./web
COPY src ./src
# Said by log, metrics and doctor: docker compose build --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=
RUN COMMIT="$COMMIT" bun run build

FROM oven/bun:1.4.5-slim
# Newer time zone rules than the runtime's own.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tzdata ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/dist ./
# A new volume belongs to whom its folder does: for the users of the CalDAV server, and for what ASSETS_KEPT keeps.
RUN install -d -o 1000 -g 1000 /users /assets
# Fixed: the guards against a development sign-in cannot be switched off from outside.
ENV NODE_ENV=production
# The user bun of the base image; a number is what orchestrators can check.
USER 1000:1000
EXPOSE 3000
ARG COMMIT=
ARG VERSION=
LABEL org.opencontainers.image.title="Corkboard" \
  org.opencontainers.image.description="The calendar and the lists of one household" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$COMMIT"
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/health`)).ok ? 0 : 1)"]
CMD ["bun", "index.js"]
