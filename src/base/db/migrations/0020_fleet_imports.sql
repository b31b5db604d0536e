CREATE TABLE "fleet_import_accounts" (
	"import_id" text NOT NULL,
	"account_id" text NOT NULL,
	"listed_at" timestamp with time zone,
	"problem" text,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "fleet_import_accounts_import_id_account_id_pk" PRIMARY KEY("import_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "fleet_import_rows" (
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"email" text NOT NULL,
	"customer" text NOT NULL,
	"domain" text NOT NULL,
	"plan" text NOT NULL,
	"order_name" text NOT NULL,
	"started" text NOT NULL,
	"subscription" text,
	"people" jsonb NOT NULL,
	"forwarding" text NOT NULL,
	"tool" text NOT NULL,
	"hosted" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seen" jsonb,
	"looked_at" timestamp with time zone,
	"verdict" text,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"claimed_until" timestamp with time zone,
	"adopted_at" timestamp with time zone,
	CONSTRAINT "fleet_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "fleet_import_rows_domain" UNIQUE("import_id","domain"),
	CONSTRAINT "fleet_import_rows_plan" CHECK ("fleet_import_rows"."plan" in ('azure', 'google', 'premium')),
	CONSTRAINT "fleet_import_rows_tool" CHECK ("fleet_import_rows"."tool" in ('instantly', 'smartlead', 'bison', 'other')),
	CONSTRAINT "fleet_import_rows_verdict" CHECK ("fleet_import_rows"."verdict" in ('matches', 'contradicts', 'unknown', 'here'))
);
--> statement-breakpoint
CREATE TABLE "fleet_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"made_by" text NOT NULL,
	"state" text DEFAULT 'resting' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"looked_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fleet_imports_state" CHECK ("fleet_imports"."state" in ('resting', 'looking', 'adopting'))
);
--> statement-breakpoint
ALTER TABLE "fleet_import_accounts" ADD CONSTRAINT "fleet_import_accounts_import_id_fleet_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."fleet_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fleet_import_accounts" ADD CONSTRAINT "fleet_import_accounts_account_id_provider_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fleet_import_rows" ADD CONSTRAINT "fleet_import_rows_import_id_fleet_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."fleet_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fleet_imports_at_work" ON "fleet_imports" USING btree ("state_since") WHERE "fleet_imports"."state" <> 'resting';