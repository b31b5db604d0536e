import { CmdletError } from './answers.ts'
import type { Tenant } from './state.ts'

export type Parameters = Record<string, unknown>
/** A PowerShell command, as one tenant calls it. */
export type Cmdlet = (tenant: Tenant, parameters: Parameters) => Record<string, unknown>[]

/** A parameter that must be there, as text. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (typeof value === 'string' && value !== '') return value
  throw new CmdletError(
    'System.Management.Automation.ParameterBindingException',
    `Cannot process command because of one or more missing mandatory parameters: ${name}.`,
  )
}
