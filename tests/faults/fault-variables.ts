/** What `npm run test:faults` reads from the environment. */
export const faultVariables = ['FAULT_SCHEDULES', 'FAULT_KILLS', 'FAULT_RESTARTS', 'FAULT_SEED'] as const
export type FaultVariable = (typeof faultVariables)[number]
