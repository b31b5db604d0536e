/** What is about to be paid here. */
export interface PaidHere {
  cents: number
  /** How many domains it is for. */
  domains: number
}
