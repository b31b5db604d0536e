/** A clause as the beginning of a sentence. */
export const sentenceCase = (clause: string): string => clause.charAt(0).toUpperCase() + clause.slice(1)
