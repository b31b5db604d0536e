import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { missingEngines } from './failover/engines.ts'
import type { FaultVariable } from './fault-variables.ts'
import { measureRecovery } from './measure-recovery.ts'
import { recoveryTargetMs, reliabilityPage } from './reliability-page.ts'
import { runCatalogue } from './run-catalogue.ts'

// npm run test:faults: every fault of the catalogue, random schedules, real kills, and how long a restart takes.

const page = join(import.meta.dirname, '../../docs/reliability.md')
const given = (name: FaultVariable, otherwise: number) => Number(process.env[name] ?? otherwise)

const missing = missingEngines()
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}

const begun = performance.now()
const date = new Date()
const scale = {
  schedules: given('FAULT_SCHEDULES', 10_000),
  kills: given('FAULT_KILLS', 200),
  seed: given('FAULT_SEED', randomInt(2 ** 31)),
}
const results = await runCatalogue(scale)
const load = loadavg()[0] ?? 0
const recoveries = await measureRecovery(given('FAULT_RESTARTS', 6))
const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() || 'an unnamed processor'}, load ${load.toFixed(1)} when the restarts began, Node ${process.versions.node}`
const minutes = (performance.now() - begun) / 60_000
writeFileSync(page, reliabilityPage({ ...scale, results, recoveries, date, minutes, machine }))

const wrong = results.filter(({ result }) => result !== 'passed')
for (const { id, fault, result } of wrong) console.log(`Fault ${id}, ${result}: ${fault}`)
const slow = recoveries.filter(({ workMs }) => workMs > recoveryTargetMs)
if (slow.length > 0)
  console.log(
    `${slow.length} of ${recoveries.length} restarts took longer than ${recoveryTargetMs / 1000} s.`,
  )
console.log(`${results.length - wrong.length} of ${results.length} faults passed; see docs/reliability.md`)
process.exitCode = wrong.length > 0 || slow.length > 0 ? 1 : 0
