import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What this process counts, in Prometheus' form. One of each per process, as there is one of the process. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

export const httpSeconds = new Histogram({
  name: 'inboxyard_http_request_seconds',
  help: 'Answers of the API and the website, by route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

export const vendorSeconds = new Histogram({
  name: 'inboxyard_vendor_call_seconds',
  help: 'Requests to third parties, by operation and outcome',
  labelNames: ['vendor', 'operation', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers: [metrics],
})

/** Work that waits, as the database has it; every process reports the same. */
export const waiting = new Gauge({
  name: 'inboxyard_waiting',
  help: 'Work that waits: domains due, domains in error, work items, mails, a mail relay that has stopped, payment events',
  labelNames: ['what'] as const,
  registers: [metrics],
})

export const sweptRows = new Counter({
  name: 'inboxyard_swept_rows_total',
  help: 'Old rows that the daily sweep of this process has removed, by kind',
  labelNames: ['what'] as const,
  registers: [metrics],
})
