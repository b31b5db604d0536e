/** Control characters, turned directions, ends of lines and paragraphs. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu
/** What makes one picture of several: a woman and a computer. It is seen by what it joins. */
const joiner = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu
/** What is drawn as nothing, a letter or not: blanks, fillers of Hangul, the empty pattern of Braille. */
const drawn = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text without what no reader sees; what makes one picture of several stays. */
export const withoutUnseen = (text: string): string =>
  text
    .split(joiner)
    .map((part) => part.replace(unseen, ''))
    .join('\u200d')

/** Whether a text has something that no reader sees. */
export const hasUnseen = (text: string): boolean => withoutUnseen(text) !== text

/** Whether there is nothing in a text that a reader sees. */
export const isBlank = (text: string): boolean => !drawn.test(text)
