CREATE TABLE "draft_zones" (
	"customer_id" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"name_servers" text[] DEFAULT '{}' NOT NULL,
	"is_made" boolean DEFAULT false NOT NULL,
	"tried_at" timestamp with time zone,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_zones_customer_id_name_pk" PRIMARY KEY("customer_id","name"),
	CONSTRAINT "draft_zones_state" CHECK ("draft_zones"."state" in ('asked', 'proof', 'ready'))
);
--> statement-breakpoint
ALTER TABLE "draft_zones" ADD CONSTRAINT "draft_zones_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_zones_name" ON "draft_zones" USING btree ("name");--> statement-breakpoint
CREATE INDEX "draft_zones_asked" ON "draft_zones" USING btree ("asked_at");