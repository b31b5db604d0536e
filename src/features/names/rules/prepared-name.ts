import * as z from 'zod/mini'

const preparedStates = ['checking', 'here', 'elsewhere', 'proof', 'signed', 'unknown'] as const

/** How far an own name is that its customer says points here. */
export const preparedName = z.object({
  domain: z.string(),
  /** `proof`: the DNS host wants to see `add` in its delegation first. `signed`: DNSSEC is still on at its registrar. */
  state: z.enum(preparedStates),
  /** Where it points now. */
  nameServers: z.array(z.string()),
  /** Name servers to add beside ours. */
  add: z.array(z.string()),
})
export type PreparedName = z.output<typeof preparedName>

/** The few words beside a name. */
export function preparedText({ state, nameServers }: Pick<PreparedName, 'state' | 'nameServers'>): string {
  switch (state) {
    case 'checking':
      return 'Checking'
    case 'here':
      return 'Points here'
    case 'proof':
      return 'Add 2 more name servers'
    case 'signed':
      return 'Turn off DNSSEC (remove the DS record)'
    case 'elsewhere':
      return nameServers.length > 0 ? 'Points elsewhere' : 'No name servers found'
    case 'unknown':
      return 'Couldn’t be checked yet'
  }
}
