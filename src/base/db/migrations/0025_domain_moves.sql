CREATE TABLE "domain_move_rows" (
	"move_id" text NOT NULL,
	"domain_id" text NOT NULL,
	"place" integer NOT NULL,
	"outcome" text,
	"why" text,
	CONSTRAINT "domain_move_rows_move_id_domain_id_pk" PRIMARY KEY("move_id","domain_id"),
	CONSTRAINT "domain_move_rows_outcome" CHECK ("domain_move_rows"."outcome" in ('moved', 'stays'))
);
--> statement-breakpoint
CREATE TABLE "domain_moves" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text DEFAULT 'moving' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domain_moves_state" CHECK ("domain_moves"."state" in ('moving', 'done', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "domain_move_rows" ADD CONSTRAINT "domain_move_rows_move_id_domain_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."domain_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_move_rows" ADD CONSTRAINT "domain_move_rows_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_moves" ADD CONSTRAINT "domain_moves_account_id_provider_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_move_rows_domain" ON "domain_move_rows" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "domain_move_rows_left" ON "domain_move_rows" USING btree ("move_id","place") WHERE "domain_move_rows"."outcome" is null;--> statement-breakpoint
CREATE INDEX "domain_moves_at_work" ON "domain_moves" USING btree ("created_at") WHERE "domain_moves"."state" = 'moving';