import { portTable, type VendorBehavior } from '#vendors/client/behavior.ts'
import type { AvailabilityHint, RegistryStatus } from '#vendors/ports/names.ts'

export const rdap: VendorBehavior = {
  ports: [
    portTable<AvailabilityHint>('A first look at a name', {
      lookUp: { gone: 'probably free; the registrar confirms', shownBy: ['finds %s %s'] },
    }),
    portTable<RegistryStatus>('The registry’s own states', {
      status: { gone: 'says nothing', shownBy: ['finds %s %s'] },
    }),
  ],
  states: [],
  refusals: [
    {
      of: 'every registry',
      explain: () => ({}),
      rows: [
        { said: '404, in the form of registries', status: 404, about: 'this one' },
        { said: '429', status: 429, about: 'the account' },
        { said: '500', status: 500, about: 'the vendor' },
      ],
      shownBy: [
        'says that a name is free by %i in the form of registries alone',
        'is told to come back by a registry that has had enough',
        'is not followed round and round',
      ],
    },
  ],
}
