import type { Context } from 'hono'
import * as z from 'zod'

const anyFields = z.record(z.string(), z.unknown())

/** The fields of a request's JSON body, whatever their types; a body that is missing or no object has none. */
export const fieldsOf = async (c: Context): Promise<Record<string, unknown>> =>
  anyFields.safeParse(await c.req.json().catch(() => undefined)).data ?? {}

/** The fields of a body that are described, all of them optional; a body of another form is read as an empty one. */
export async function bodyOf<T>(c: Context, form: z.ZodType<T>): Promise<T> {
  const fields = await fieldsOf(c)
  const read = form.safeParse(fields)
  return read.success ? read.data : form.parse({})
}

/** The body of a control's own request, which is ours: it fails where the form is another. */
export const controlBody = async <T>(c: Context, form: z.ZodType<T>): Promise<T> =>
  form.parse(await c.req.json())
