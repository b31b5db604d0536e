interface Key {
  key: string
  code: string
}

/**
 * What a shortcut is known by: the sign of a key, in lower case. On a layout that is not Latin a letter's key has another
 * sign there, and counts as what is printed beside it.
 */
export function shortcutOf({ key, code }: Key): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isOther = key.length === 1 && key > '\u007f'
  return (isOther && letter ? letter : key).toLowerCase()
}

/**
 * While an input method composes, the keys are its own: arrows choose among what it offers, Escape and Enter end that.
 * Safari says so of the last one only by its number (UI Events, 7.3.1).
 */
export function leaveKeysToInputMethods(): void {
  window.addEventListener('keydown', stopComposing, true)
}

const stopComposing = (event: KeyboardEvent): void => {
  if (event.isComposing || event.keyCode === composingKey) event.stopImmediatePropagation()
}
const composingKey = 229
