import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, oneOf, word } from './columns.ts'

/** Every brand the installation has had: rows are added and never changed, and the latest counts. */
export const brandVersions = pgTable('brand_versions', {
  version: integer().primaryKey(),
  /** The member of staff, by id: a colleague who is gone stays known by it. Null: the command line. */
  userId: text(),
  /** What a reader of the list calls them. */
  madeBy: text().notNull(),
  /** The version whose values these are; 0 for what the environment says. Null: they were chosen. */
  restored: integer(),
  values: jsonb().notNull(),
  createdAt: createdAt(),
})

const pictureTypes = ['png', 'jpeg'] as const

/** Pictures that versions name. */
export const brandPictures = pgTable(
  'brand_pictures',
  {
    /** SHA-256 of the bytes, in hexadecimal: the same picture is kept once. */
    hash: text().primaryKey(),
    type: word(pictureTypes).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytes().notNull(),
    createdAt: createdAt(),
  },
  (t) => [oneOf('brand_pictures_type', t.type, pictureTypes)],
)
