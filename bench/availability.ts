import { pino } from 'pino'
import { createNameLookUp } from '#vendors/availability/adapter/look-up-names.ts'
import { suggestNames } from '#vendors/availability/adapter/name-suggestions.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { createRdap } from '#vendors/rdap/adapter/rdap.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import type { Figure } from './figures.ts'

const latencyMs = 150

/** How soon names are settled with 150 ms per vendor call and the registries' limits as assumed. */
export async function measureAvailability(): Promise<Figure[]> {
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, latencyMs })
  const origin = `http://127.0.0.1:${await sandbox.listen(0)}`
  const deps = { fetch, log: pino({ level: 'silent' }), limits: createMemoryLimits() }
  const hint = createRdap(
    { bootstrapUrl: `${origin}/rdap/dns.json`, overrides: { co: `${origin}/rdap/co/` } },
    { ...deps, outsideFetch: fetch },
  )
  const dns = createDns({ servers: [`127.0.0.1:${sandbox.ports.dns}`] }, deps)
  await hint.warm()
  const names = createNameLookUp({ hint, dns })

  async function time(searched: readonly string[]) {
    const begun = performance.now()
    let firstMs = 0
    let settled = 0
    for await (const { state } of names.lookUp(searched)) {
      firstMs ||= performance.now() - begun
      if (state !== 'checking') settled++
    }
    return { firstMs, allMs: performance.now() - begun, settled }
  }
  try {
    // A first look-up compiles what it runs; nobody's search is measured on that.
    await time(['warmingup.com'])
    const search = await time(['copperlantern.com', ...suggestNames('copperlantern.com')])
    const many = await time(Array.from({ length: 100 }, (_, n) => `quietfoundry${n}.com`))
    return [
      {
        what: 'a name with 20 suggestions: first answer',
        measured: search.firstMs,
        unit: 'ms',
        target: { at: 'most', value: 300 },
      },
      {
        what: 'a name with 20 suggestions: all',
        measured: search.allMs,
        unit: 'ms',
        target: { at: 'most', value: 1000 },
      },
      {
        what: '100 names settled or "still checking"',
        measured: many.allMs / 1000,
        unit: 's',
        target: { at: 'most', value: 5 },
        note: `${many.settled} settled`,
      },
    ]
  } finally {
    await sandbox.close()
  }
}
