/** Where things over the page stand and how they look, by kind. */
export const overlayFrames = {
  /** 560 px in the middle; fills phones. */
  medium: dialog('max-w-dialog'),
  /** 880 px, for a table. */
  wide: dialog('max-w-wide-dialog'),
  /** 380 px, to be agreed to. */
  question: question('max-w-form'),
  /** 560 px: what is asked about stands in a table. */
  wideQuestion: question('max-w-dialog'),
  /** 640 px at the right edge, for details. */
  right: 'fixed inset-y-0 right-0 flex w-full max-w-[40rem] flex-col bg-raised shadow-float',
  /** The menu of phones. */
  left: 'fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col bg-raised shadow-float',
  /** What a bar opens on phones. */
  bottom: 'fixed inset-x-0 bottom-0 flex max-h-[85dvh] flex-col rounded-t-dialog bg-raised shadow-float',
} as const

export type OverlayFrame = keyof typeof overlayFrames

function question(width: string) {
  return `fixed inset-x-4 inset-y-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] ${width} overflow-y-auto rounded-dialog bg-raised shadow-float` as const
}

function dialog(width: string) {
  return `fixed inset-0 m-auto flex h-fit max-h-[calc(100dvh-4rem)] w-[calc(100%-2rem)] ${width} flex-col overflow-hidden bg-raised shadow-float sm:rounded-dialog max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none` as const
}
