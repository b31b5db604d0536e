import { join } from 'node:path'
import { createSandboxControl, type SandboxControl } from '#apps/demo/sandbox-control.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { vendorDifferences } from '#delivery/provisioning/testing/vendor-state.ts'
import { openStore } from '#vendors/sandbox/store.ts'
import { expect } from '../product/test.ts'

/** What happens at the third parties outside their APIs. */
export const atVendors = (deps: Dependencies): SandboxControl => createSandboxControl(deps.config)

/** Zones, mailboxes, sending tool and registrations of these names come to be as the product's rows want them. */
export async function expectAgreed(deps: Dependencies, names: readonly string[]): Promise<void> {
  const store = openStore(join(process.env.DATA_DIR ?? '', 'sandbox/sandbox.sqlite'))
  try {
    for (const name of names)
      await expect
        .poll(() => vendorDifferences(deps, { store }, name), { timeout: 120_000, intervals: [500] })
        .toEqual([])
  } finally {
    store.close()
  }
}

/** Someone else registers a name, or its owner points it elsewhere or to us. */
export const delegate = (deps: Dependencies, name: string, nameServers: readonly string[]) =>
  atVendors(deps).post('/_dns/delegation', { name, nameServers })

/** The owner of an outside name adds a TXT record where its DNS is hosted. */
export const publishTxt = (deps: Dependencies, host: string, content: string) =>
  atVendors(deps).post('/_dns/txt', { host, content })
