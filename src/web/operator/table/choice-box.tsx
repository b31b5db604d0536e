interface ChoiceBoxProps {
  /** What is chosen with it. */
  label: string
  isChosen: boolean
  /** Some of what it stands for is chosen. */
  isPartly?: boolean
  onChange: (isChosen: boolean) => void
}

/** A box to tick in a table: the browser's own, since there is one in every row. It looks like every other one. */
export const ChoiceBox = ({ label, isChosen, isPartly = false, onChange }: ChoiceBoxProps) => (
  <input
    type="checkbox"
    aria-label={label}
    className="choice-box"
    ref={(box) => {
      // There is no attribute for it.
      if (box) box.indeterminate = isPartly
    }}
    checked={isChosen}
    onChange={({ target }) => onChange(target.checked)}
  />
)
