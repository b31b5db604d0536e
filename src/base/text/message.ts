/** The names in a template's braces: `'{n} of {m}'` has `'n' | 'm'`. */
type Placeholders<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/**
 * Puts values into a message. Message tables keep their texts with the braces in, so that they can be listed,
 * searched and compared with what a page shows.
 */
export const fillMessage = <Template extends string>(
  template: Template,
  values: Record<Placeholders<Template>, string | number>,
): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) =>
    String((values as Record<string, string | number>)[name]),
  )
