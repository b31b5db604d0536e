/** Control characters, turned directions, ends of lines and paragraphs. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu
/**
 * What is seen by what stands beside it. It makes one picture of several: a woman and a computer. Between letters and marks
 * of scripts that tie them together it makes another word, as in Persian or Sinhala; between others nobody sees it.
 */
const joiner =
  /((?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}]))/u
/** What is drawn as nothing, a letter or not: blanks, fillers of Hangul, the empty pattern of Braille. */
const drawn = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text without what no reader sees; joiners that are seen stay. */
export const withoutUnseen = (text: string): string =>
  text
    .split(joiner)
    // Every second part is a joiner.
    .map((part, at) => (at % 2 === 1 ? part : part.replace(unseen, '')))
    .join('')

/** Whether a text has something that no reader sees. */
export const hasUnseen = (text: string): boolean => withoutUnseen(text) !== text

/** Whether there is nothing in a text that a reader sees. */
export const isBlank = (text: string): boolean => !drawn.test(text)
