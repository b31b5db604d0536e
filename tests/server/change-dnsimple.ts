import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** What the operator sets in DNSimple's own pages, and how its registries behave. */
export const changeDnsimple = (sandbox: Pick<Sandbox, 'fetch' | 'origin'>, change: object) =>
  sandbox.fetch(`${sandbox.origin}/_dnsimple/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
