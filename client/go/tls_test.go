package shapewright

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	v1 "dev.shapewright/shapewright/v1"
)

// ownCertificate is one that signs itself, of this machine.
func ownCertificate(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	content, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(content)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{content}, PrivateKey: key}, roots
}

func TestTLS(t *testing.T) {
	own, roots := ownCertificate(t)
	f := &fake{merge: func(context.Context) (*v1.MergeShapesResponse, error) { return &v1.MergeShapesResponse{}, nil }}
	mutual := &tls.Config{Certificates: []tls.Certificate{own}, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert}
	services := grpc.NewServer(grpc.Creds(credentials.NewTLS(mutual)))
	v1.RegisterShapeServiceServer(services, f)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = services.Serve(listener) }()
	t.Cleanup(services.Stop)
	address := listener.Addr().String()
	good := WithCredentials(credentials.NewTLS(&tls.Config{RootCAs: roots, Certificates: []tls.Certificate{own}}))
	for _, target := range []string{address, address + "," + address} {
		if _, err := dial(t, target, good).MergeShapes(deadline(t), &v1.MergeShapesRequest{}); err != nil {
			t.Error(target, err)
		}
	}
	once := WithRetry(Retry{Attempts: 1})
	for name, bad := range map[string]Option{
		"no certificate": WithCredentials(credentials.NewTLS(&tls.Config{RootCAs: roots})),
		"no trust":       WithCredentials(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{own}})),
		"no TLS":         once,
	} {
		if _, err := dial(t, address, once, bad).MergeShapes(deadline(t), &v1.MergeShapesRequest{}); err == nil {
			t.Error(name)
		}
	}
}
