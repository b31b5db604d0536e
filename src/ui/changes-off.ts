let reason: string | undefined

/** Why nothing can be changed from this page, nor any secret be seen: staff view it as a customer. */
export const changesOff = (): string | undefined => reason

/** Takes effect with what is drawn next. */
export function turnChangesOff(why: string | undefined): void {
  reason = why
}
