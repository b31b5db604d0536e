# The product for `ROLE=web` and `ROLE=worker` beside a PostgreSQL of your own. See docs/operating.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROLE=all
# Keeps the process lean, as scripts/lib/lean-process.mjs does.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=65536
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 3000
# In-flight requests and jobs get 25 s to finish: give it `stop_grace_period: 30s`.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=50", "dist/server/main.js"]
