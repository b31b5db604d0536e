# The product for `ROLE=web` and `ROLE=worker` beside a PostgreSQL of your own. See docs/operating.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

# What runs needs no compiler and no test beside it.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ROLE=all
# Keeps the process lean, as scripts/lib/lean-process.mjs does.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=65536
# Signs mailboxes in to sending tools (SIGN_IN_BROWSER; set it to nothing and people do).
RUN apt-get update -q \
  && apt-get install -y -q --no-install-recommends chromium-headless-shell fonts-liberation \
  && rm -rf /var/lib/apt/lists/*
ENV SIGN_IN_BROWSER=/usr/bin/chromium-headless-shell
# A user of its own, who may write nowhere but to the data directory.
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin inboxyard \
  && install --directory --owner=inboxyard data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY scripts ./scripts
USER inboxyard
EXPOSE 3000
# In-flight requests and jobs get 25 s to finish: give it `stop_grace_period: 30s`.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=50", "dist/server/main.js"]
