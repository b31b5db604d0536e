export const noteMaxLength = 4_000

export const noteMissing = 'Write something first.'
