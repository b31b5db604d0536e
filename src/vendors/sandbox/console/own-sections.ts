import { faultKinds, meaningOf } from '../faults.ts'
import type { ConsoleCell, ConsoleSection } from './sections.ts'
import type { ConsoleSource } from './source.ts'

const requestsShown = 100

/** What belongs to the sandbox itself: failures to order, latency, requests, addresses. */
export function ownSections(source: ConsoleSource): ConsoleSection[] {
  return [faultSection(source), requestSection(source), addressSection(source)]
}

function faultSection({ world, vendors, latencyMs }: ConsoleSource): ConsoleSection {
  const faults = world.faults.list()
  const any = { value: '', label: 'any' }
  return {
    title: 'Faults on order',
    hint: `Each meets the next matching requests. Latency now: ${latencyMs()} ms per request.`,
    columns: ['Kind', 'What it does', 'Vendor', 'Method', 'Path contains', 'Times left', 'Lets pass first'],
    empty: 'None ordered: every vendor answers as it should.',
    rows: faults.map((fault) => ({
      cells: [
        { text: fault.kind, mono: true },
        meaningOf(fault.kind),
        fault.vendor ?? 'any',
        fault.method ?? 'any',
        fault.path ?? 'any',
        String(fault.times ?? 1),
        String(fault.skip ?? 0),
      ],
    })),
    actions: [
      {
        label: 'Order a fault',
        path: '/_faults',
        inputs: [
          {
            name: 'kind',
            label: 'Kind',
            options: faultKinds.map((kind) => ({ value: kind, label: `${kind}: ${meaningOf(kind)}` })),
          },
          {
            name: 'vendor',
            label: 'Vendor',
            options: [any, ...vendors.map(({ name }) => ({ value: name, label: name }))],
          },
          {
            name: 'method',
            label: 'Method',
            options: [any, ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((m) => ({ value: m, label: m }))],
          },
          { name: 'path', label: 'Path contains' },
          { name: 'times', label: 'Times', value: '1', numeric: true },
          { name: 'skip', label: 'Requests to let pass first', value: '0', numeric: true },
          { name: 'retryAfter', label: 'Retry-After in seconds (429, 503)', value: '1', numeric: true },
        ],
      },
      {
        label: 'Set latency',
        path: '/_latency',
        inputs: [
          { name: 'ms', label: 'Milliseconds per request', value: String(latencyMs()), numeric: true },
        ],
      },
      ...(faults.length > 0
        ? [{ label: 'Clear all', path: '/_faults' as const, method: 'DELETE' as const }]
        : []),
    ],
  }
}

function requestSection({ requests }: ConsoleSource): ConsoleSection {
  return {
    title: 'Requests',
    hint: 'Without their parameters, which may hold keys.',
    columns: ['Time', 'Vendor', 'Request', 'Answer', 'Took'],
    empty: 'No request yet.',
    total: requests.length,
    rows: requests
      .slice(-requestsShown)
      .reverse()
      .map((entry) => ({
        cells: [
          new Date(entry.at).toISOString().slice(11, 19),
          entry.vendor,
          { text: `${entry.method} ${entry.path}`, mono: true },
          statusCell(entry.status),
          `${entry.durationMs} ms`,
        ],
      })),
  }
}

const statusCell = (status: number | 'cut'): ConsoleCell =>
  status === 'cut' || status >= 500
    ? { text: String(status), tone: 'bad' }
    : { text: String(status), tone: status >= 400 ? 'wait' : 'good' }

function addressSection({ world, vendors, ports }: ConsoleSource): ConsoleSection {
  return {
    title: 'Addresses',
    columns: ['Service', 'Where'],
    empty: 'Nothing is listening.',
    rows: [
      ...vendors
        .filter((vendor) => vendor.prefix || vendor.name === 'stripe')
        .map((vendor) => ({
          cells: [vendor.name, { text: `${world.origin()}${vendor.prefix}`, mono: true }],
        })),
      ...Object.entries(ports).map(([name, port]) => ({
        cells: [`${name} port`, { text: String(port), mono: true }],
      })),
    ],
  }
}
