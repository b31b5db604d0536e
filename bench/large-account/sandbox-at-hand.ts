import { join } from 'node:path'
import { createSandboxControl, type SandboxControl } from '#apps/demo/sandbox-control.ts'
import type { Config } from '#base/config/config.ts'
import { openStore, type Store } from '#vendors/sandbox/store.ts'

/** A sandbox, and what it stores: what hundreds of thousands of calls would make is written there at once. */
export interface SandboxAtHand extends SandboxControl {
  store: Store
}

/** Opens what the sandbox of a configuration stores, beside the sandbox's own process. */
export function openSandbox(config: Config): SandboxAtHand & Disposable {
  const store = openStore(join(config.dataDir, 'sandbox', 'sandbox.sqlite'))
  return { ...createSandboxControl(config), store, [Symbol.dispose]: () => store.close() }
}
