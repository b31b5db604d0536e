// Walks through the product in browsers that the other tests do not have. Arguments: names of browsers, and parts of
// the names of walks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { openDependencies } from '#apps/server/open-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import { createLog } from '#base/telemetry/log.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import startProduct from '../e2e/product/start-product.ts'
import type { Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { Walker } from './walker.ts'
import { walks } from './walks.ts'
import { openWebKit } from './webkit.ts'

const browsers: Record<string, () => Promise<Engine>> = { firefox: openFirefox, webkit: openWebKit }
const stepWithinMs = 120_000
const pictures = 'test-results'

const words = process.argv.slice(2)
const askedBrowsers = words.filter((word) => word in browsers)
const parts = words.filter((word) => !(word in browsers))
const chosen = Object.keys(walks).filter(
  (name) => parts.length === 0 || parts.some((part) => name.includes(part)),
)
if (chosen.length === 0) throw new Error(`None of these is a walk's: ${parts.join(', ')}`)

// Whoever ends us ends what we have started: browsers end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const stop = await startProduct()
const { deps, close } = await openDependencies({
  config: loadConfig(),
  log: createLog('error'),
  whenOwned: 'join',
})
let failed = 0
let passed = 0
try {
  for (const browser of askedBrowsers.length > 0 ? askedBrowsers : Object.keys(browsers))
    for (const walk of chosen)
      if (await isWalked(browser, walk, deps)) passed++
      else failed++
} finally {
  await close()
  await stop()
}
console.log(`${passed} walks passed, ${failed} failed.`)
process.exit(failed > 0 ? 1 : 0)

async function isWalked(browser: string, walk: string, deps: Dependencies): Promise<boolean> {
  const person = {
    name: 'Ada Byron',
    email: `ada-${browser}-${Date.now()}@example.test`,
    password: 'Correct.Horse.1',
  }
  const { id } = await addCustomer(deps.db, person)
  let engine: Engine | undefined
  let step = 'the browser starts'
  const begun = performance.now()
  try {
    engine = await inTime(required(browsers[browser], browser)())
    await walks[walk]?.({
      walker: new Walker(engine, `http://127.0.0.1:${process.env.PORT}`),
      deps,
      customer: { ...person, id },
      step: async (name, act) => {
        step = name
        await inTime(act())
      },
    })
    console.log(`✓ ${browser}: ${walk} (${Math.round((performance.now() - begun) / 1000)} s)`)
    return true
  } catch (error) {
    console.error(`✗ ${browser}: ${walk}: ${step}`, error)
    if (engine) await takePicture(engine, `${browser}-${walk}`)
    return false
  } finally {
    if (engine) await inTime(engine.close())
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = delay(stepWithinMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`It took longer than ${stepWithinMs / 1000} s.`)
  })
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => over.abort())
}

async function takePicture(engine: Engine, name: string): Promise<void> {
  const path = `${pictures}/${name.replaceAll(/\W+/g, '-')}.png`
  mkdirSync(pictures, { recursive: true })
  try {
    writeFileSync(path, await inTime(engine.screenshot()))
    console.error(`The page as it was: ${path}`)
  } catch (error) {
    console.error('No picture could be taken of the page:', error)
  }
}
