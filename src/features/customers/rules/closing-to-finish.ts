/** Whether there is something to finish about the closing of an account that is closed. */
export const hasClosingToFinish = ({
  isClosingUnfinished,
  groups,
  billed,
}: {
  isClosingUnfinished: boolean
  groups: number
  billed: number
}): boolean => isClosingUnfinished || groups + billed > 0
