CREATE TABLE "card_tries" (
	"charge_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"card_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"refusal" text,
	"is_final" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_tries" ADD CONSTRAINT "card_tries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_tries_customer" ON "card_tries" USING btree ("customer_id");