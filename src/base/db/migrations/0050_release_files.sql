CREATE TABLE "release_files" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"served_at" timestamp with time zone DEFAULT now() NOT NULL
);
