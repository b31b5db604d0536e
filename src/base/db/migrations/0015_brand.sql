CREATE TABLE "brand_pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_pictures_type" CHECK ("brand_pictures"."type" in ('png', 'jpeg'))
);
--> statement-breakpoint
CREATE TABLE "brand_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"user_id" text,
	"made_by" text NOT NULL,
	"restored" integer,
	"values" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
