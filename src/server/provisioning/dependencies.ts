import type { Dependencies } from '../dependencies.ts'
import type { ProvisioningDependencies } from './step-context.ts'

/** What the reconciler is given of the product's dependencies. */
export const provisioningOf = ({
  db,
  vendors,
  secrets,
  limits,
  queue,
  config,
  outbox,
  alert,
}: Dependencies): ProvisioningDependencies => ({
  db,
  vendors,
  secrets,
  limits,
  queue,
  nameServers: config.nameServers,
  acceptedNameServers: config.acceptedNameServers,
  retirePerHour: config.retirePerHour,
  leaseSeconds: config.leaseSeconds,
  putMail: outbox.put,
  alert,
})
