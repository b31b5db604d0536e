import { measureAvailability } from './availability.ts'
import { measureWarmupEnablement } from './bulk-update.ts'
import { measureConnecting } from './connecting.ts'
import { measureConsolePages } from './console-pages.ts'
import { type Figure, printFigures } from './figures.ts'
import { measureFind } from './find.ts'
import { measureFleet } from './fleet/fleet.ts'
import { measureImport } from './fleet-import/fleet-import.ts'
import { measureGrowth } from './growth/growth.ts'
import { measureHealth } from './health/health.ts'
import { measureHealthRound } from './health/round.ts'
import { measureHealthPage } from './health-page/health-page.ts'
import { measureHostile } from './hostile.ts'
import { measureOperator } from './operator.ts'
import { measureOrders } from './orders/orders.ts'
import { measurePageSizes } from './page-sizes.ts'
import { measureProof } from './proof.ts'
import { measureProvisioning } from './provisioning.ts'
import { measureRestarts } from './recovery.ts'
import { measureSecrets } from './secrets.ts'
import { measureSignIn } from './sign-in.ts'
import { measureColdStart, measureWarmStart } from './start.ts'
import { measureWorkspace } from './workspace.ts'

/** Every measurement by its name; `npm run bench -- sign-in` runs one of them. */
const measurements: Record<string, () => Promise<Figure[]>> = {
  start: async () => [
    { what: 'first start, packages and pages there', measured: await measureColdStart(), unit: 's' },
    { what: 'second start', measured: await measureWarmStart(), unit: 's', target: { at: 'most', value: 3 } },
  ],
  recovery: measureRestarts,
  'sign-in': measureSignIn,
  availability: measureAvailability,
  connecting: measureConnecting,
  console: measureConsolePages,
  'bulk-update': measureWarmupEnablement,
  find: measureFind,
  fleet: measureFleet,
  growth: measureGrowth,
  health: measureHealth,
  'health-round': measureHealthRound,
  'health-page': measureHealthPage,
  hostile: measureHostile,
  import: measureImport,
  proof: measureProof,
  operator: measureOperator,
  orders: measureOrders,
  provisioning: measureProvisioning,
  secrets: measureSecrets,
  sizes: measurePageSizes,
  workspace: measureWorkspace,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in measurements))
if (unknown.length > 0) {
  console.error(
    `There is no measurement "${unknown.join('", "')}". There are: ${Object.keys(measurements).join(', ')}.`,
  )
  process.exit(2)
}
const figures: Figure[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.error(`measuring ${name} …`)
  figures.push(...(await measure()))
}
console.log()
process.exitCode = printFigures(figures) ? 0 : 1
