import { freshName } from './place-order.ts'
import type { TestWorld } from './test-world.ts'

/** Domains that customers own elsewhere and point here or not. */
export function ownNames({ sandbox }: Pick<TestWorld, 'sandbox'>) {
  const point = (name: string, nameServers: readonly string[]) =>
    sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, nameServers }),
    })

  /** An own name whose owner has not sent it here yet. */
  async function ownName(): Promise<string> {
    const name = freshName()
    await point(name, ['ns1.elsewhere.test', 'ns2.elsewhere.test'])
    return name
  }

  return { point, ownName }
}
